import { Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { HELP_HINT } from '../command-error.ts';
import { printMembers, printTable } from './print-table.ts';
import { connect, type RemoteAnswer, type RemoteFlags, type RemoteService } from './remote-service.ts';

const EXIT_CODE_HELP = `
Exit codes: 0 done, 1 wrong usage, 2 refused by the service, 3 no service answers or it failed.`;

/** A group of commands: `endpoints`, with its members below it. */
export function commandGroup(name: string, description: string, commands: readonly Command[]): Command {
  const group = new Command(name).description(description).showHelpAfterError(HELP_HINT);
  for (const command of commands) group.addCommand(command);
  return group;
}

/** A command that speaks to a running service. @param usage name and arguments: `get <name>` */
export function remoteCommand(usage: string, description: string, examples: readonly string[]): Command {
  const [name = '', ...args] = usage.split(' ');
  const command = new Command(name).description(description).showHelpAfterError(HELP_HINT);
  for (const argument of args) command.argument(argument);
  return command
    .option('--url <address>', 'address of the service; default SLUICE_URL, else http://127.0.0.1:8700')
    .option('--key <key>', 'personal API key; default SLUICE_KEY, else the root key in the data folder')
    .option('--project <id>', 'project; default SLUICE_PROJECT, else 1')
    .option(
      '--data-dir <folder>',
      'data folder with initial-credentials.json; default SLUICE_DATA_DIR or ./data',
    )
    .option('--json', 'print the answer as JSON')
    .addHelpText(
      'after',
      `\nExamples:\n${examples.map((each) => `  sluice ${each}`).join('\n')}\n${EXIT_CODE_HELP}`,
    );
}

/** Path of an endpoint of the service's project. */
export function endpointPath(service: RemoteService, name: string | undefined): string {
  return `${service.project}/endpoints/${encodeURIComponent(name ?? '')}`;
}

/** Reads the value of an option. */
export function readNumber(text: string): number {
  if (!/^ *\d{1,9} *$/.test(text)) throw new InvalidArgumentError(`"${text}" is not a whole number.`);
  return Number(text);
}

/** The request that a command sends to the service, and how the command shows the answer. */
export interface RemoteWork<Flags extends RemoteFlags> {
  ask(service: RemoteService, flags: Flags, args: readonly string[]): Promise<RemoteAnswer>;
  /** Absent: nothing but `done` is shown. */
  show?(body: unknown, service: RemoteService, flags: Flags): void;
}

/** Gives a command its work. With `--json` the command prints the answer as JSON, otherwise as `show` prints it. */
export function doing<Flags extends RemoteFlags>(command: Command, work: RemoteWork<Flags>): Command {
  return command.action(async (...given: readonly unknown[]) => {
    const flags = command.opts<Flags>();
    const args = given
      .slice(0, command.registeredArguments.length)
      .filter((each) => typeof each === 'string');
    const service = connect(flags);
    const answer = await work.ask(service, flags, args);
    if (flags.json === true || (answer.body === undefined && answer.text !== '')) {
      process.stdout.write(
        answer.text.endsWith('\n') || answer.text === '' ? answer.text : `${answer.text}\n`,
      );
    } else if (work.show !== undefined) work.show(answer.body, service, flags);
  });
}

const objectSchema = z.record(z.string(), z.unknown());
const listSchema = z.looseObject({ results: z.array(objectSchema) });

/** Shows a list as a table of these members. */
export function asTable(...members: readonly string[]): (body: unknown) => void {
  return (body) => {
    const { results } = listSchema.parse(body);
    printTable(
      members,
      results.map((item) => members.map((member) => item[member])),
    );
  };
}

/** Shows an object, a member a line; all of them unless some are named. */
export function asMembers(...members: readonly string[]): (body: unknown) => void {
  return (body) => {
    const object = objectSchema.parse(body);
    printMembers(
      members.length === 0 ? object : Object.fromEntries(members.map((member) => [member, object[member]])),
    );
  };
}
