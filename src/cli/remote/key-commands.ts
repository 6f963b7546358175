import type { Command } from 'commander';
import { asMembers, asTable, commandGroup, doing, readNumber, remoteCommand } from './remote-command.ts';
import type { RemoteFlags } from './remote-service.ts';

const KEYS = '/api/personal_api_keys';

interface CreateFlags extends RemoteFlags {
  readonly scopes: string;
  readonly projects?: readonly number[];
  readonly endpoints?: string;
  readonly expires?: string;
}

interface RollFlags extends RemoteFlags {
  readonly overlap: number;
}

/** `sluice keys ...` */
export function keyCommands(): Command {
  return commandGroup('keys', 'List, create, change, roll and revoke personal API keys.', [
    listCommand(),
    createCommand(),
    updateCommand(),
    rollCommand(),
    revokeCommand(),
  ]);
}

function pathOf(id: string | undefined): string {
  return `${KEYS}/${encodeURIComponent(id ?? '')}`;
}

function listCommand(): Command {
  const command = remoteCommand('list', 'List keys that reach no further than the one used.', ['keys list']);
  return doing(command, {
    ask: (service) => service.call('GET', `${KEYS}?limit=1000`),
    show: asTable('id', 'label', 'hint', 'scopes', 'projects', 'endpoints', 'expires_at', 'last_used_at'),
  });
}

function createCommand(): Command {
  const command = remoteCommand('create <label>', 'Create a key; its secret is printed this once.', [
    'keys create dashboard --scopes endpoint:run --projects 1 --endpoints usage-by-day',
    'keys create ci --scopes endpoint:read,endpoint:write --expires 2027-01-01T00:00:00Z',
  ])
    .requiredOption('--scopes <list>', 'what it may do, separated by commas')
    .option(
      '--projects <list>',
      'ids of its projects, separated by commas; default those of the key used',
      readIds,
    )
    .option('--endpoints <list>', 'names of all it may run, separated by commas; default all of its projects')
    .option('--expires <time>', 'end of the key, ISO 8601; default none');
  return doing<CreateFlags>(command, {
    ask: (service, { scopes, projects, endpoints, expires }, [label]) =>
      service.call('POST', KEYS, {
        label,
        scopes: scopes.split(','),
        ...(projects !== undefined && { projects }),
        ...(endpoints !== undefined && { endpoints: endpoints.split(',') }),
        ...(expires !== undefined && { expires_at: expires }),
      }),
    show: asMembers('id', 'label', 'scopes', 'projects', 'endpoints', 'expires_at', 'value'),
  });
}

interface UpdateFlags extends RemoteFlags {
  readonly label?: string;
  readonly endpoints?: string;
  readonly expires?: string;
}

function updateCommand(): Command {
  const command = remoteCommand('update <id>', 'Change label, endpoints and end of a key.', [
    'keys update 0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f --label "dashboard of sales"',
    'keys update 0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f --expires never',
  ])
    .option('--label <text>', 'what the key is for')
    .option('--endpoints <list>', 'names of all it may run, separated by commas, or all')
    .option('--expires <time>', 'end of the key, ISO 8601, or never');
  return doing<UpdateFlags>(command, {
    ask: (service, { label, endpoints, expires }, [id]) =>
      service.call('PATCH', pathOf(id), {
        ...(label !== undefined && { label }),
        ...(endpoints !== undefined && { endpoints: endpoints === 'all' ? null : endpoints.split(',') }),
        ...(expires !== undefined && { expires_at: expires === 'never' ? null : expires }),
      }),
    show: asMembers('id', 'label', 'scopes', 'projects', 'endpoints', 'expires_at'),
  });
}

function rollCommand(): Command {
  const command = remoteCommand('roll <id>', 'Give a key a new secret, printed this once.', [
    'keys roll 0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f --overlap 3600',
  ]).option('--overlap <seconds>', 'time for which the old secret works too, 0..604800', readNumber, 0);
  return doing<RollFlags>(command, {
    ask: (service, { overlap }, [id]) =>
      service.call('POST', `${pathOf(id)}/roll`, { overlap_seconds: overlap }),
    show: asMembers('id', 'label', 'value'),
  });
}

function readIds(text: string): readonly number[] {
  return text.split(',').map(readNumber);
}

function revokeCommand(): Command {
  const command = remoteCommand('revoke <id>', 'End a key for ever.', [
    'keys revoke 0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f',
  ]);
  return doing(command, { ask: (service, _flags, [id]) => service.call('DELETE', pathOf(id)) });
}
