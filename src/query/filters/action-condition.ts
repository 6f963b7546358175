import { AppError } from '../../base/errors.ts';
import type { ActionStep } from '../../schema/action.ts';
import type { Expr } from '../language/ast.ts';
import { and, constant, field, or } from '../language/build.ts';
import { expression } from '../language/dialect.ts';
import { selectorPattern, tagPattern } from './element-selector.ts';
import { type FilterContext, filterCondition } from './filter-condition.ts';
import { regexProblem, shownPattern } from './regex-problem.ts';

type Matching = NonNullable<ActionStep['url_matching']>;

/**
 * The events of an action: those that meet any of its steps; all events when it has none.
 * @param attr path of the steps, for errors
 * @throws invalid_value, invalid_filter; the codes of the SQL dialect for a hogql filter
 */
export function actionCondition(steps: readonly ActionStep[], filters: FilterContext, attr: string): Expr {
  if (steps.length === 0) return constant(true);
  return or(...steps.map((step, index) => stepCondition(step, filters, `${attr}.${index}`)));
}

/** The events that meet every condition of a step; the constant true when it has none. */
export function stepCondition(step: ActionStep, filters: FilterContext, attr: string): Expr {
  const conditions: Expr[] = [];
  if (step.event !== undefined) conditions.push(expression`event = ${step.event}`);
  if (step.event === '$autocapture') conditions.push(...elementConditions(step, attr));
  if (step.url !== undefined) {
    conditions.push(matchText(CURRENT_URL, step.url, step.url_matching ?? 'contains', `${attr}.url`));
  }
  if (step.properties !== undefined) {
    conditions.push(filterCondition(step.properties, 'events', filters, `${attr}.properties`));
  }
  return and(...conditions);
}

function elementConditions(step: ActionStep, attr: string): readonly Expr[] {
  const conditions: Expr[] = [];
  if (step.selector !== undefined) {
    conditions.push(expression`elements_chain =~ ${readSelector(step.selector, `${attr}.selector`)}`);
  }
  if (step.tag_name !== undefined)
    conditions.push(expression`elements_chain =~ ${tagPattern(step.tag_name)}`);
  if (step.href !== undefined) {
    const href = field('elements_chain_href');
    conditions.push(matchText(href, step.href, step.href_matching ?? 'exact', `${attr}.href`));
  }
  if (step.text !== undefined) {
    const matched = matchText(field('text'), step.text, step.text_matching ?? 'exact', `${attr}.text`);
    conditions.push(expression`arrayExists(text -> ${matched}, elements_chain_texts)`);
  }
  return conditions;
}

function readSelector(selector: string, attr: string): string {
  const pattern = selectorPattern(selector);
  if (pattern !== undefined) return pattern;
  throw new AppError(
    'invalid_value',
    `Cannot read the selector ${JSON.stringify(selector)}. Known are tags, .classes, #ids, [attributes], :nth-child(n), :nth-of-type(n), spaces and >.`,
    { attr },
  );
}

const CURRENT_URL = expression`_propertyText(properties.$current_url)`;

/**
 * The condition that a text matches. Case counts, and a pattern (RE2) may match anywhere in the text. @throws
 * invalid_value for a broken pattern
 */
function matchText(subject: Expr, wanted: string, matching: Matching, attr: string): Expr {
  switch (matching) {
    case 'exact':
      return expression`${subject} = ${wanted}`;
    case 'contains':
      return expression`position(${subject}, ${wanted}) > 0`;
    case 'regex':
      checkPattern(wanted, attr);
      return expression`${subject} =~ ${wanted}`;
  }
}

function checkPattern(pattern: string, attr: string): void {
  const problem = regexProblem(pattern);
  if (problem === undefined) return;
  throw new AppError('invalid_value', `Invalid regular expression ${shownPattern(pattern)}: ${problem}.`, {
    attr,
  });
}
