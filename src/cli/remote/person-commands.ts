import type { Command } from 'commander';
import { asMembers, asTable, commandGroup, doing, readNumber, remoteCommand } from './remote-command.ts';
import type { RemoteFlags, RemoteService } from './remote-service.ts';

interface ListFlags extends RemoteFlags {
  readonly distinctId?: string;
  readonly search?: string;
  readonly limit?: number;
}

/** `sluice persons ...` */
export function personCommands(): Command {
  return commandGroup('persons', 'Find, show and delete persons.', [
    listCommand(),
    getCommand(),
    deleteCommand(),
  ]);
}

function pathOf({ project }: RemoteService, id: string | undefined): string {
  return `${project}/persons/${encodeURIComponent(id ?? '')}`;
}

function listCommand(): Command {
  const command = remoteCommand('list', 'List persons, newest first.', [
    'persons list --search ada',
    'persons list --distinct-id ada@example.org --json',
    'persons list --limit 20',
  ])
    .option('--distinct-id <id>', 'only the person with this distinct id')
    .option('--search <text>', 'text in email or name, or a distinct id')
    .option('--limit <n>', 'most persons, 1..1000; default 100', readNumber);
  return doing<ListFlags>(command, {
    ask: (service, { distinctId, search, limit }) => {
      const wanted = { distinct_id: distinctId, search, limit };
      const given = new URLSearchParams();
      for (const [name, value] of Object.entries(wanted))
        if (value !== undefined) given.set(name, String(value));
      return service.call('GET', `${service.project}/persons?${given}`);
    },
    show: asTable('id', 'name', 'distinct_ids', 'created_at'),
  });
}

function getCommand(): Command {
  const command = remoteCommand('get <id>', 'Show a person, by its id or by a distinct id.', [
    'persons get ada@example.org',
    'persons get 0190e5b5-7c4b-7a31-9b5e-000000000001 --json',
  ]);
  return doing(command, {
    ask: (service, _flags, [id]) => service.call('GET', pathOf(service, id)),
    show: asMembers(),
  });
}

function deleteCommand(): Command {
  const command = remoteCommand(
    'delete <id>',
    'Delete a person with all its distinct ids and events, by its id or by a distinct id.',
    ['persons delete ada@example.org', 'persons delete 0190e5b5-7c4b-7a31-9b5e-000000000001 --project 2'],
  );
  return doing(command, { ask: (service, _flags, [id]) => service.call('DELETE', pathOf(service, id)) });
}
