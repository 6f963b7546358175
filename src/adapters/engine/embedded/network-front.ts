import type { ChildOptions, NetworkOptions } from './child-contract.ts';
import { refuseForeignStatement } from './foreign-statement.ts';
import { type Front, listenFront } from './front.ts';
import { FrontGates } from './front-gates.ts';
import type { QueryRunner } from './query-runner.ts';
import { WrongSecrets } from './wrong-secrets.ts';

/** Serves services on a network: who knows a secret, in the places that all share, and only what services send. */
export function listenNetworkFront(
  runner: QueryRunner,
  { secrets, host, port, tls, announced }: NetworkOptions,
  places: ChildOptions['places'],
): Promise<Front> {
  const network = {
    ...(tls !== undefined && { tls }),
    announced,
    gates: new FrontGates(places),
    wrongSecrets: new WrongSecrets(),
    check: refuseForeignStatement,
  };
  return listenFront(runner, { secrets, host, port, network });
}
