import { useNavigate } from '@tanstack/react-router';
import { useProject } from '../data/projects.ts';
import type { WriteOptions } from '../data/shapes.ts';
import { sayToast } from '../parts/toasts.tsx';
import { useRefusal } from '../session/permission.ts';
import { useDefinition, type Written } from './use-definition.ts';

/** What every definition has as it is stored. */
interface Stored {
  readonly id: number;
  readonly name: string;
  readonly revision: number;
  readonly created_by: { readonly label: string };
  readonly updated_at: string;
}

/** What the forms of actions and of cohorts differ in. */
export interface DefinitionKind<Body extends object, Thing extends Stored> {
  readonly noun: 'action' | 'cohort';
  /** What a new one begins with that is no copy. */
  readonly blank: Body;
  readonly bodyOf: (stored: Thing) => Body;
  readonly create: (projectId: number, body: Body) => Promise<Written>;
  readonly change: (
    projectId: number,
    id: number,
    change: Partial<Body>,
    options: WriteOptions,
  ) => Promise<Written>;
}

/**
 * The form of a definition with what its page shows of it. What was written is said, and what was made is opened.
 * @param stored null for a new one
 * @param first what a new one begins with
 */
export function useDefinitionForm<Body extends { readonly name: string }, Thing extends Stored>(
  kind: DefinitionKind<Body, Thing>,
  stored: Thing | null,
  first: Body,
) {
  const { noun, blank } = kind;
  const project = useProject();
  const navigate = useNavigate();
  const refusal = useRefusal('endpoint:write');
  const list = `${noun}s`;
  const draft = first === blank ? 'new' : `copy:${first.name}`;
  const known = stored && { body: kind.bodyOf(stored), revision: stored.revision };
  const definition = useDefinition<Body>({
    subject: `${project.id}:${noun}:${stored?.id ?? draft}`,
    first,
    stored: known,
    create: (body) => kind.create(project.id, body),
    change: (change, options) => kind.change(project.id, stored?.id ?? 0, change, options),
    changes: [['project', project.id, list]],
    onWritten: ({ id, name, warnings }) => {
      const others = warnings?.length ? `; ${warnings.length} endpoints answer otherwise` : '';
      sayToast(stored === null ? `${name} is created` : `${name} is saved${others}`);
      if (stored === null) void navigate({ to: `/${project.id}/${list}/${id}` as never });
    },
  });
  return {
    noun,
    definition,
    refusal,
    apiCall: `/api/projects/${project.id}/${list}${stored === null ? '' : `/${stored.id}`}`,
    stored: stored && known && { ...known, by: stored.created_by.label, at: stored.updated_at },
  };
}
