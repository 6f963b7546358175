import type { Command } from 'commander';
import { formatCommand } from './format-command.ts';
import { queryString } from './query-string.ts';
import { asMembers, asTable, commandGroup, doing, endpointPath, remoteCommand } from './remote-command.ts';
import type { RemoteFlags } from './remote-service.ts';
import { runEndpointCommand } from './run-endpoint-command.ts';
import { saveEndpointCommands } from './save-endpoint-commands.ts';

/** `sluice endpoints ...` */
export function endpointCommands(): Command {
  return commandGroup(
    'endpoints',
    'List, show, run, save, build and delete endpoints of a running service.',
    [
      listCommand(),
      getCommand(),
      runEndpointCommand(),
      ...saveEndpointCommands(),
      formatCommand(),
      versionsCommand(),
      materializeCommand(),
      logsCommand(),
      usageCommand(),
      deleteCommand(),
    ],
  );
}

interface ListFlags extends RemoteFlags {
  readonly search?: string;
  readonly tag?: string;
  readonly limit: string;
}

function listCommand(): Command {
  const command = remoteCommand('list', 'List endpoints.', [
    'endpoints list',
    'endpoints list --tag billing --json',
  ])
    .option('--search <text>', 'only those with this text in name or description')
    .option('--tag <tag>', 'only those with this tag')
    .option('--limit <number>', 'most endpoints, 1..1000', '100');
  return doing<ListFlags>(command, {
    ask: (service, { search, tag, limit }) =>
      service.call('GET', `${service.project}/endpoints${queryString({ limit, search, tag })}`),
    show: asTable(
      'name',
      'is_active',
      'current_version',
      'is_materialized',
      'last_executed_at',
      'description',
    ),
  });
}

function getCommand(): Command {
  const command = remoteCommand('get <name>', 'Show an endpoint.', ['endpoints get usage-by-day']);
  return doing(command, {
    ask: (service, _flags, [name]) => service.call('GET', endpointPath(service, name)),
    show: asMembers(),
  });
}

function versionsCommand(): Command {
  const command = remoteCommand('versions <name>', 'List the versions of an endpoint, newest first.', [
    'endpoints versions usage-by-day',
  ]);
  return doing(command, {
    ask: (service, _flags, [name]) =>
      service.call('GET', `${endpointPath(service, name)}/versions?limit=1000`),
    show: asTable('version', 'is_current', 'created_at', 'query'),
  });
}

interface MaterializeFlags extends RemoteFlags {
  readonly wait?: boolean;
}

function materializeCommand(): Command {
  const command = remoteCommand('materialize <name>', 'Build the snapshot of a materialized endpoint now.', [
    'endpoints update usage-by-day --materialized true',
    'endpoints materialize usage-by-day --wait',
  ]).option('--wait', 'until the build has ended');
  return doing<MaterializeFlags>(command, {
    ask: (service, { wait }, [name]) =>
      service.call('POST', `${endpointPath(service, name)}/materialize${wait === true ? '?wait=true' : ''}`),
    show: asMembers('id', 'version', 'state', 'duration', 'rows', 'bytes', 'verified', 'error'),
  });
}

interface LogsFlags extends RemoteFlags {
  readonly after?: string;
  readonly before?: string;
  readonly level?: string;
  readonly search?: string;
  readonly version?: string;
  readonly keyId?: string;
  readonly signingKey?: string;
  readonly subject?: string;
  readonly limit: string;
}

function logsCommand(): Command {
  const command = remoteCommand('logs <name>', 'Show the runs of an endpoint, newest first.', [
    'endpoints logs usage-by-day',
    'endpoints logs usage-by-day --level error --after 2026-01-05T00:00:00Z',
    'endpoints logs usage-by-day --subject customer-17',
  ])
    .option('--after <time>', 'only runs that began after this, ISO 8601')
    .option('--before <time>', 'only runs that began before this, ISO 8601')
    .option('--level <level>', 'error: only runs that were refused or failed')
    .option('--search <text>', 'only entries with this text in a member')
    .option('--version <number>', 'only runs of this version')
    .option('--key-id <id>', 'only runs that this key called')
    .option('--signing-key <id>', 'only runs by tokens of this signing key')
    .option('--subject <sub>', 'only runs by tokens with this `sub`')
    .option('--limit <number>', 'most entries, 1..500', '50');
  return doing<LogsFlags>(command, {
    ask: (service, { keyId: key_id, signingKey: signing_key_id, ...flags }, [name]) => {
      const { after, before, level, search, version, subject, limit } = flags;
      const asked = { after, before, level, search, version, key_id, signing_key_id, subject, limit };
      return service.call('GET', `${endpointPath(service, name)}/logs${queryString(asked)}`);
    },
    show: asTable(
      'started_at',
      'status',
      'error_code',
      'version',
      'served_from',
      'cache',
      'duration_ms',
      'rows',
      'request_id',
    ),
  });
}

interface UsageFlags extends RemoteFlags {
  readonly after?: string;
  readonly before?: string;
  readonly interval?: string;
  readonly by?: string;
}

function usageCommand(): Command {
  const command = remoteCommand('usage <name>', 'Show how much an endpoint was used, and by which keys.', [
    'endpoints usage usage-by-day',
    'endpoints usage usage-by-day --interval day --by key --after 2026-01-05T00:00:00Z',
  ])
    .option('--after <time>', 'start of the range, ISO 8601; default: 24 hours before its end')
    .option('--before <time>', 'end of the range, ISO 8601; default: now')
    .option('--interval <step>', 'a line for each minute, hour or day')
    .option('--by <what>', 'key: a line for each key');
  const columns = ['runs', 'errors', 'cache_hits', 'rows', 'rows_read', 'bytes_read'];
  return doing<UsageFlags>(command, {
    ask: (service, { after, before, interval, by }, [name]) =>
      service.call(
        'GET',
        `${endpointPath(service, name)}/usage${queryString({ after, before, interval, by })}`,
      ),
    show: (body, _service, { interval, by }) => {
      if (interval === undefined && by === undefined) return asMembers()(body);
      const places = [...(interval === undefined ? [] : ['start']), ...(by === undefined ? [] : ['key_id'])];
      asTable(...places, ...columns, ...(by === undefined ? ['p50_ms', 'p95_ms'] : []))(body);
    },
  });
}

function deleteCommand(): Command {
  const command = remoteCommand('delete <name>', 'Delete an endpoint; it can be restored over HTTP.', [
    'endpoints delete events-by-day',
  ]);
  return doing(command, {
    ask: (service, _flags, [name]) => service.call('DELETE', endpointPath(service, name)),
  });
}
