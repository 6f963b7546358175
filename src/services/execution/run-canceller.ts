import type { Peers } from '../../adapters/store/database.ts';
import { AppError } from '../../base/errors.ts';
import { newRandomUuid } from '../../base/ids.ts';
import type { Observe } from '../../base/observation.ts';
import { wait } from '../../base/wait.ts';
import type { ActiveRuns } from './active-runs.ts';

/** So long the other services have to say that a run was theirs. */
const ANSWER_MS = 300;
/** No run has a longer name. */
const LONGEST_NAME = 128;

interface Question {
  readonly id: string;
  readonly keyId: string;
  readonly name: string;
}

interface CancelServices {
  readonly activeRuns: ActiveRuns;
  /** The services on the same store, which may have the run. */
  readonly peers: Peers | undefined;
  readonly observe: Observe;
}

/** Cancels runs by the names that their callers gave them, whichever service they run in. */
export class RunCanceller {
  readonly #services: CancelServices;
  readonly #asked = new Map<string, () => void>();

  constructor(services: CancelServices) {
    this.#services = services;
    services.peers?.onTold('cancel', (text) => this.#hear(JSON.parse(text)));
    services.peers?.onTold('cancelled', (id) => this.#asked.get(id)?.());
  }

  /** Cancels the runs of that key with that name. False when none was running. */
  async cancel(keyId: string, name: string): Promise<boolean> {
    const isHere = this.#cancelHere({ keyId, name });
    const { peers } = this.#services;
    if (peers === undefined || name.length > LONGEST_NAME) return isHere;
    const id = newRandomUuid();
    const { promise: answered, resolve } = Promise.withResolvers<boolean>();
    this.#asked.set(id, () => resolve(true));
    try {
      await peers.tell('cancel', JSON.stringify({ id, keyId, name } satisfies Question));
      return isHere || (await Promise.race([answered, wait(ANSWER_MS).then(() => false)]));
    } finally {
      this.#asked.delete(id);
    }
  }

  #hear(question: Question): void {
    if (this.#asked.has(question.id) || !this.#cancelHere(question)) return;
    this.#services.peers?.tell('cancelled', question.id).catch((error: unknown) => {
      this.#services.observe({ kind: 'failure', where: 'cancel', error });
    });
  }

  #cancelHere({ keyId, name }: Omit<Question, 'id'>): boolean {
    const reason = new AppError('query_cancelled', `The run "${name}" was cancelled.`);
    return this.#services.activeRuns.cancel(keyId, name, reason);
  }
}
