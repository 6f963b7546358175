import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { CommandError } from '../command-error.ts';
import { commandGroup, remoteCommand } from '../remote/remote-command.ts';
import { connect, type RemoteFlags } from '../remote/remote-service.ts';
import type { Int64 } from './type-of-schema.ts';
import { writeClient } from './write-client.ts';

/** `sluice generate ...` */
export function generateCommand(): Command {
  return commandGroup('generate', 'Write typed clients of the endpoints of a project.', [
    typescriptCommand(),
  ]);
}

interface GenerateFlags extends RemoteFlags {
  readonly out: string;
  readonly tag?: string;
  readonly int64: Int64;
  readonly check?: boolean;
}

const HELP = `
Exit code 4: with --check, the file is not what the service would give now.`;

function typescriptCommand(): Command {
  return remoteCommand('ts', 'Write a TypeScript client: one file without dependencies.', [
    'generate ts --out src/sluice.gen.ts',
    'generate ts --out src/sluice.gen.ts --check',
    'generate ts --tag billing --out -',
  ])
    .option('--out <file>', 'where to; - prints it', 'sluice.gen.ts')
    .option('--tag <tag>', 'only endpoints with this tag')
    .addOption(
      new Option('--int64 <type>', 'how 64-bit integers arrive')
        .choices(['number', 'string'])
        .default('number'),
    )
    .option('--check', 'write nothing, and say whether the file is up to date')
    .addHelpText('after', HELP)
    .action(generate);
}

async function generate({ out, tag, int64, check, ...flags }: GenerateFlags): Promise<void> {
  const service = connect(flags);
  const query = tag === undefined ? '' : `?${new URLSearchParams({ tag })}`;
  const { text } = await service.call('GET', `${service.project}/endpoints/openapi.json${query}`);
  const document: unknown = JSON.parse(text);
  const client = writeClient(document, { int64 });
  tellOfBroken(document);
  if (out === '-') {
    process.stdout.write(client);
    return;
  }
  const isCurrent = existsSync(out) && readFileSync(out, 'utf8') === client;
  if (check === true) {
    if (!isCurrent) throw new CommandError('differs', `${out} is not up to date; run without --check.`);
    console.error(`${out} is up to date.`);
    return;
  }
  if (!isCurrent) writeWhole(out, client);
  console.error(`${out} ${isCurrent ? 'was up to date' : 'written'}.`);
}

/** A client that is cut off would still be code. */
function writeWhole(file: string, text: string): void {
  try {
    writeFileSync(`${file}.part`, text);
    renameSync(`${file}.part`, file);
  } catch (error) {
    throw new CommandError('usage', `${file} cannot be written.`, { cause: error });
  }
}

function tellOfBroken(document: unknown): void {
  const broken: unknown =
    typeof document === 'object' && document !== null && Reflect.get(document, 'x-sluice-broken');
  if (!Array.isArray(broken)) return;
  for (const { name, code } of broken)
    console.error(`warning: the endpoint "${name}" cannot be run at present (${code}) and is left out.`);
}
