import { hash } from 'node:crypto';
import { stableJson } from '../../base/stable-json.ts';
import { type ProjectContext, SEMANTICS_REVISION, type StoredQuery, usedActions } from '../../query/plan.ts';

/**
 * A text of everything besides the query and the events that decides an answer: settings of the project, the actions
 * that the query names, the types of the properties that it mentions, the data epoch, and what queries mean in this
 * release. A snapshot answers only while the same text is made. New definitions of properties that the query does not
 * mention do not change it. Pure.
 * @param semantics given by tests
 */
export function snapshotConditions(
  query: StoredQuery,
  project: ProjectContext,
  semantics: number = SEMANTICS_REVISION,
): string {
  const ids = usedActions(query);
  const actions = [...project.actions.values()].filter(({ id }) => ids.has(id));
  const { testAccountFilters, pathCleaningFilters, timezone, weekStartDay, groupTypes, dataEpoch } = project;
  const settings = { testAccountFilters, pathCleaningFilters, timezone, weekStartDay, groupTypes };
  const isMentioned = mentions(stableJson({ query, testAccountFilters, actions }));
  const types = Object.entries(project.propertyTypes).map(([owner, byName]) => [
    owner,
    [...byName].filter(([name]) => isMentioned(name)).sort(),
  ]);
  return hash('sha256', stableJson({ semantics, settings, actions, types, dataEpoch }), 'base64url');
}

const WORD = /[\w$]+/g;

/** True for every name that stands in the text, and perhaps for others. */
function mentions(text: string): (name: string) => boolean {
  const words = new Set(text.match(WORD));
  return (name) =>
    name.match(WORD)?.[0] === name ? words.has(name) : text.includes(JSON.stringify(name).slice(1, -1));
}
