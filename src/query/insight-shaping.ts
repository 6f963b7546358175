import { invariant } from '../base/invariant.ts';
import type { Sliced } from '../base/loop-slices.ts';
import { cohortsOf } from './cohorts-of.ts';
import type { InsightPlan } from './insights/insight-plan.ts';
import { openInsight, prepareInsight } from './insights/insight-version.ts';
import type { ProjectContext } from './project-context.ts';
import type { ProjectReads } from './project-reads.ts';
import type { InsightAnswer, InsightShaping, ResultTable } from './run-plan.ts';

/**
 * Makes the answer of an insight from its rows, as `shape` of its plan does. Plain data is enough for it, so that
 * another thread can make the answer.
 */
export function shapeInsight(
  { stored, parameters, options, project, nowMs, probed }: InsightShaping,
  tables: readonly ResultTable[],
): Sliced<InsightAnswer> {
  const prepared = prepareInsight(openInsight(stored), project, parameters, options);
  const plan = planAfter(prepared.plan(nowMs), probed);
  invariant(plan.kind === 'rows', 'the same query has the same probes');
  return plan.shape(tables);
}

/** What is left of a plan after its first probes. */
export function planAfter(begun: InsightPlan, probed: readonly ResultTable[]): InsightPlan {
  return probed.reduce((plan, table) => {
    invariant(plan.kind === 'probe', 'the same query has the same probes');
    return plan.next(table);
  }, begun);
}

/** The part of a project that a query read: little data, which can be cloned for another thread. */
export function readPart(project: ProjectContext, reads: ProjectReads): ProjectContext {
  const named = (kind: ProjectReads[number]['kind']): readonly string[] =>
    reads.filter((read) => read.kind === kind).map(({ name }) => name);
  const { promoted } = project;
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
