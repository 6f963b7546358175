import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { actionListQuery } from '../data/actions.ts';
import { cohortListQuery } from '../data/cohorts.ts';
import { endpointsQuery } from '../data/endpoints.ts';
import { eventsQuery } from '../data/names.ts';
import { nameOfKind, type Project } from '../data/shapes.ts';
import { hasScope } from '../session/has-scope.ts';
import { useSessionKey } from '../session/permission.ts';
import { signOut } from '../session/sign-in.ts';
import { isMakingProject } from './is-making-project.ts';
import { linkOf } from './link-of.ts';
import type { Screen } from './screen.ts';
import { changeSettings, type Settings } from './settings.ts';

/** Something that the palette goes to or does. */
export interface Entry {
  readonly id: string;
  readonly text: string;
  /** What it is: "Screen", "SQL endpoint", "Command". */
  readonly what: string;
  readonly act: () => void;
}

/**
 * Everything that the palette finds: screens, commands, and what the project has by name. A list that the key may not
 * read is left out; one that cannot be read now is missing until it can.
 * @returns `isWhole` is false while a list is read for the first time
 */
export function usePaletteEntries(
  screens: readonly Screen[],
  project: Project | null,
): { readonly entries: readonly Entry[]; readonly isWhole: boolean } {
  const navigate = useNavigate();
  const lists = useLists(project);
  const { endpoints, actions, cohorts, events } = lists;
  const entries = useMemo(() => {
    const go = (path: string, search: Readonly<Record<string, string>> = {}) => {
      return () => void navigate({ to: linkOf(path, project), search } as never);
    };
    return [
      ...screens.flatMap(({ path, navigation }) =>
        navigation ? [{ id: `screen:${path}`, text: navigation.label, what: 'Screen', act: go(path) }] : [],
      ),
      ...(endpoints ?? []).map(({ name, query }) => ({
        id: `endpoint:${name}`,
        text: name,
        what: nameOfKind(query),
        act: go(`endpoints/${name}`),
      })),
      ...(actions ?? []).map(({ id, name }) => ({
        id: `action:${id}`,
        text: name,
        what: 'Action',
        act: go(`actions/${id}`),
      })),
      ...(cohorts ?? []).map(({ id, name }) => ({
        id: `cohort:${id}`,
        text: name,
        what: 'Cohort',
        act: go(`cohorts/${id}`),
      })),
      ...(events ?? []).map(({ name }) => ({
        id: `event:${name}`,
        text: name,
        what: 'Event',
        act: go('catalogue/events', { q: name }),
      })),
      ...commandsOf(screens, go),
    ];
  }, [screens, project, endpoints, actions, cohorts, events, navigate]);
  return { entries, isWhole: lists.isWhole };
}

/** Names of the project; asked when the palette opens, and not again while it is open. */
function useLists(project: Project | null) {
  const key = useSessionKey();
  const id = project?.id ?? 0;
  const once = {
    enabled: project !== null && hasScope(key, 'endpoint:read'),
    refetchInterval: false,
  } as const;
  const endpoints = useQuery({ ...endpointsQuery(id), ...once });
  const actions = useQuery({ ...actionListQuery(id), ...once });
  const cohorts = useQuery({ ...cohortListQuery(id), ...once });
  const events = useQuery({ ...eventsQuery(id), enabled: project !== null });
  return {
    endpoints: endpoints.data,
    actions: actions.data,
    cohorts: cohorts.data,
    events: events.data?.names,
    isWhole: [endpoints, actions, cohorts, events].every(({ isLoading }) => !isLoading),
  };
}

function commandsOf(screens: readonly Screen[], go: (path: string) => () => void): readonly Entry[] {
  const command = (id: string, text: string, act: () => void): Entry => ({ id, text, what: 'Command', act });
  const set = (change: Partial<Settings>) => () => changeSettings(change);
  const has = (wanted: string) => screens.some(({ path }) => path === wanted);
  return [
    ...(has('endpoints/new') ? [command('new', 'New endpoint', go('endpoints/new'))] : []),
    ...(has('welcome') ? [command('welcome', 'Welcome', go('welcome'))] : []),
    command('project', 'New project', () => isMakingProject.set(true)),
    command('light', 'Light theme', set({ theme: 'light' })),
    command('dark', 'Dark theme', set({ theme: 'dark' })),
    command('system', 'Theme of the system', set({ theme: 'system' })),
    command('dense', 'Dense rows', set({ density: 'dense' })),
    command('comfortable', 'Comfortable rows', set({ density: 'comfortable' })),
    command('out', 'Sign out', () => void signOut()),
  ];
}
