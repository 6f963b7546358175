import type { ActionStep } from '../../data/actions.ts';
import { filterWords } from '../../insight/sentence.ts';

const MATCHING = { exact: 'is', contains: 'contains', regex: 'matches' } as const;

/** A step as words: "$pageview where URL contains /pricing and plan = pro". */
export function stepWords(step: ActionStep): string {
  const conditions = [
    ...(step.url === undefined ? [] : [`URL ${MATCHING[step.url_matching ?? 'contains']} ${step.url}`]),
    ...(step.selector === undefined ? [] : [`an element is ${step.selector}`]),
    ...(step.tag_name === undefined ? [] : [`an element has the tag ${step.tag_name}`]),
    ...(step.text === undefined ? [] : [`its text ${MATCHING[step.text_matching ?? 'exact']} ${step.text}`]),
    ...(step.href === undefined ? [] : [`its link ${MATCHING[step.href_matching ?? 'exact']} ${step.href}`]),
    ...(step.properties ?? []).map((filter) => filterWords(filter as Readonly<Record<string, unknown>>)),
  ];
  const event = step.event ?? 'any event';
  return conditions.length === 0 ? event : `${event} where ${conditions.join(' and ')}`;
}

/** What an action matches, as words: one step or another. */
export function stepsWords(steps: readonly ActionStep[]): string {
  return steps.length === 0 ? 'every event' : steps.map(stepWords).join(', or ');
}
