import type { Command } from 'commander';
import { queryString } from './query-string.ts';
import { asMembers, asTable, commandGroup, doing, remoteCommand } from './remote-command.ts';
import type { RemoteFlags, RemoteService } from './remote-service.ts';

interface CreateFlags extends RemoteFlags {
  readonly timezone?: string;
}

interface UpdateFlags extends RemoteFlags {
  readonly name?: string;
  readonly timezone?: string;
  readonly allowedOrigins?: string;
}

/** `sluice projects ...` */
export function projectCommands(): Command {
  const list = remoteCommand('list', 'List the projects that the key reaches.', ['projects list']);
  const get = remoteCommand('get [id]', 'Show a project; by default that of --project.', ['projects get 1']);
  const create = remoteCommand('create <name>', 'Create a project.', [
    'projects create "Web shop" --timezone Europe/Berlin',
  ]).option('--timezone <name>', 'IANA time zone; default UTC');
  const update = remoteCommand('update [id]', 'Change settings of a project; by default that of --project.', [
    'projects update 1 --allowed-origins https://app.acme.com,https://staging.acme.com',
    'projects update 1 --allowed-origins none',
  ])
    .option('--name <text>', 'what people read')
    .option('--timezone <name>', 'IANA time zone')
    .option('--allowed-origins <list>', 'origins of pages that may run endpoints by tokens, or none');
  return commandGroup('projects', 'List, show, create and change projects, and what they use.', [
    doing(list, {
      ask: (service) => service.call('GET', '/api/projects?limit=1000'),
      show: asTable('id', 'name', 'timezone', 'created_at'),
    }),
    doing(get, {
      ask: (service, _flags, [id]) => service.call('GET', projectPath(service, id)),
      show: asMembers(),
    }),
    doing<CreateFlags>(create, {
      ask: (service, { timezone }, [name]) =>
        service.call('POST', '/api/projects', { name, ...(timezone !== undefined && { timezone }) }),
      show: asMembers('id', 'name', 'timezone', 'api_token'),
    }),
    doing<UpdateFlags>(update, {
      ask: (service, { name, timezone, allowedOrigins }, [id]) =>
        service.call('PATCH', projectPath(service, id), {
          ...(name !== undefined && { name }),
          ...(timezone !== undefined && { timezone }),
          ...(allowedOrigins !== undefined && {
            allowed_origins: allowedOrigins === 'none' ? [] : allowedOrigins.split(','),
          }),
        }),
      show: asMembers('id', 'name', 'timezone', 'allowed_origins'),
    }),
    usageCommand(),
  ]);
}

interface UsageFlags extends RemoteFlags {
  readonly by: string;
  readonly after?: string;
  readonly before?: string;
  readonly limit: string;
}

const CAUSERS: Readonly<Record<string, readonly string[]>> = {
  endpoint: ['endpoint'],
  key: ['key_id'],
  subject: ['signing_key_id', 'subject'],
};

function usageCommand(): Command {
  const command = remoteCommand('usage [id]', 'Show what runs of a project read, the most first.', [
    'projects usage --by subject',
    'projects usage 1 --by key --after 2026-01-05T00:00:00Z',
  ])
    .option('--by <what>', 'a line for each endpoint, key or subject of tokens', 'endpoint')
    .option('--after <time>', 'start of the range, ISO 8601; default: 24 hours before its end')
    .option('--before <time>', 'end of the range, ISO 8601; default: now')
    .option('--limit <number>', 'most lines, 1..1000', '100');
  return doing<UsageFlags>(command, {
    ask: (service, { by, after, before, limit }, [id]) =>
      service.call('GET', `${projectPath(service, id)}/usage${queryString({ by, after, before, limit })}`),
    show: (body, _service, { by }) =>
      asTable(
        ...(CAUSERS[by] ?? []),
        'runs',
        'errors',
        'cache_hits',
        'rows',
        'rows_read',
        'bytes_read',
      )(body),
  });
}

function projectPath(service: RemoteService, id: string | undefined): string {
  return id === undefined ? service.project : `/api/projects/${encodeURIComponent(id)}`;
}

/** `sluice openapi [endpoint]`: always JSON. */
export function openApiCommand(): Command {
  const command = remoteCommand(
    'openapi [endpoint]',
    'Print the OpenAPI document of the service, or of an endpoint.',
    ['openapi > openapi.json', 'openapi usage-by-day'],
  );
  return doing(command, {
    ask: async (service, _flags, [endpoint]) => {
      const own =
        endpoint === undefined ? '' : `${service.project}/endpoints/${encodeURIComponent(endpoint)}`;
      const { text } = await service.call('GET', `${own}/openapi.json`);
      return { text, body: undefined };
    },
  });
}
