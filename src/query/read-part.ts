import { cohortsOf } from './cohorts-of.ts';
import type { ProjectContext } from './project-context.ts';
import type { ProjectReads } from './project-reads.ts';

/** The part of a project that a query read: little data, which can be cloned for another thread. */
export function readPart(project: ProjectContext, reads: ProjectReads): ProjectContext {
  const named = (kind: ProjectReads[number]['kind']): readonly string[] =>
    reads.filter((read) => read.kind === kind).map(({ name }) => name);
  const { promoted, lookups } = project;
  const { event, person, group } = project.propertyTypes;
  const settings = new Set(named('setting'));
  const groupTypes: string[] = [];
  for (const name of named('group_type')) {
    const index = project.groupTypes.indexOf(name);
    if (index >= 0) groupTypes[index] = name;
  }
  return {
    projectId: project.projectId,
    revision: project.revision,
    timezone: project.timezone,
    dataEpoch: project.dataEpoch,
    weekStartDay: settings.has('weekStartDay') ? project.weekStartDay : 0,
    testAccountFilters: settings.has('testAccountFilters') ? project.testAccountFilters : [],
    pathCleaningFilters: settings.has('pathCleaningFilters') ? project.pathCleaningFilters : [],
    propertyTypes: {
      event: known(named('event'), (name) => event.get(name)),
      person: known(named('person'), (name) => person.get(name)),
      group: known(named('group'), (name) => group.get(name)),
    },
    groupTypes,
    actions: known(named('action').map(Number), (id) => project.actions.get(id)),
    actionIds: known(named('action_name'), (name) => project.actionIds?.get(name)),
    cohorts: cohortsOf(known(named('cohort').map(Number), (id) => project.cohorts?.byId.get(id))),
    hasPersonOverrides: named('overrides').length > 0 && project.hasPersonOverrides,
    ...(settings.has('eventRetention') && { eventRetention: project.eventRetention }),
    ...(promoted && {
      promoted: {
        revision: promoted.revision,
        events: known(named('column'), (name) => promoted.events.get(name)),
      },
    }),
    ...(lookups && {
      lookups: {
        revision: lookups.revision,
        ready: known(named('lookup'), (name) => lookups.ready.get(name)),
      },
    }),
    ...(project.bounceSeconds !== undefined && { bounceSeconds: project.bounceSeconds }),
  };
}

function known<Key, Value>(keys: readonly Key[], get: (key: Key) => Value | undefined): Map<Key, Value> {
  return new Map(
    keys.flatMap((key) => {
      const value = get(key);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}
