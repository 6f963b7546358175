import type { ApiProblem } from '../../api/problem.ts';
import type { ProjectChange } from '../../data/projects.ts';
import type { Project } from '../../data/shapes.ts';

/** One replacement in paths. */
export interface CleaningRule {
  readonly regex: string;
  readonly alias: string;
}

/** The settings of a project as their controls hold them. */
export interface ProjectForm {
  readonly name: string;
  readonly timezone: string;
  readonly week_start_day: 0 | 1;
  /** Days as text; empty = for ever. */
  readonly event_retention_days: string;
  readonly test_account_filters: readonly Readonly<Record<string, unknown>>[];
  readonly path_cleaning_filters: readonly CleaningRule[];
}

/** The fields of a project as it is. */
export const formOf = (project: Project): ProjectForm => ({
  name: project.name,
  timezone: project.timezone,
  week_start_day: project.week_start_day,
  event_retention_days: project.event_retention_days === null ? '' : String(project.event_retention_days),
  test_account_filters: project.test_account_filters,
  path_cleaning_filters: project.path_cleaning_filters,
});

/** Only the members that differ, so that saving touches nothing else. The service judges the values. */
export function changeOf(form: ProjectForm, before: ProjectForm): ProjectChange {
  const wanted = { ...form, event_retention_days: daysOf(form.event_retention_days) };
  const differing = Object.entries(wanted).filter(
    ([member]) =>
      JSON.stringify(form[member as keyof ProjectForm]) !==
      JSON.stringify(before[member as keyof ProjectForm]),
  );
  return Object.fromEntries(differing) as ProjectChange;
}

/** Days of a text: none for an empty one; what is no number goes to the service, which refuses it. */
function daysOf(text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return Number.isNaN(Number(trimmed)) ? trimmed : Number(trimmed);
}

/** True when saving would throw away events that are kept now. */
export function losesEvents(form: ProjectForm, before: ProjectForm): boolean {
  const [next, now] = [daysOf(form.event_retention_days), daysOf(before.event_retention_days)];
  return typeof next === 'number' && (typeof now !== 'number' || next < now);
}

/** What a refusal says about a member, or about one part of it such as `path_cleaning_filters.0.regex`. */
export function refusalOf(problem: ApiProblem | null, path: string): string | null {
  const attr = problem?.attr ?? '';
  return problem !== null && (attr === path || attr.startsWith(`${path}.`)) ? problem.message : null;
}
