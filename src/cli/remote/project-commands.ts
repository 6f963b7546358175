import type { Command } from 'commander';
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
  return commandGroup('projects', 'List, show, create and change projects.', [
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
  ]);
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
