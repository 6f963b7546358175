import type { ServerForm } from '../server-form.ts';
import { projectDatabase } from './schema-statements.ts';
import { projectUser } from './server-access.ts';

/** What tells the row policies whose rows a query may see: its database on an engine of ours, its user on a server. */
export function carrierOf(
  form: ServerForm | undefined,
  projectId: number,
): { readonly database: string } | { readonly user: string } {
  return form === undefined ? { database: projectDatabase(projectId) } : { user: projectUser(projectId) };
}
