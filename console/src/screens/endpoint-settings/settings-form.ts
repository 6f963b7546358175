import type { ApiProblem } from '../../api/problem.ts';
import type { components } from '../../api/schema.d.ts';
import type { ShownEndpoint } from '../../data/shapes.ts';

export type ChangeBody = components['schemas']['EndpointChange'];

/** The members of an endpoint that its settings change, as the texts of their fields. */
export interface SettingsForm {
  readonly description: string;
  readonly tags: string;
  readonly cacheAge: string;
  readonly revalidate: string;
  readonly ifError: string;
  readonly timeout: string;
  readonly maxRows: string;
  readonly maxBytes: string;
}

/** Members of the API behind the fields. */
const MEMBERS: Readonly<Record<keyof SettingsForm, string>> = {
  description: 'description',
  tags: 'tags',
  cacheAge: 'cache_age_seconds',
  revalidate: 'stale_while_revalidate_seconds',
  ifError: 'stale_if_error_seconds',
  timeout: 'limits.timeout_seconds',
  maxRows: 'limits.max_rows',
  maxBytes: 'limits.max_bytes_read',
};

const textOf = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : String(value);

/** The fields of an endpoint as it is. */
export function formOf(endpoint: ShownEndpoint): SettingsForm {
  return {
    description: endpoint.description,
    tags: endpoint.tags.join(', '),
    cacheAge: textOf(endpoint.cache_age_seconds),
    revalidate: textOf(endpoint.stale_while_revalidate_seconds),
    ifError: textOf(endpoint.stale_if_error_seconds),
    timeout: textOf(endpoint.limits.timeout_seconds),
    maxRows: textOf(endpoint.limits.max_rows),
    maxBytes: textOf(endpoint.limits.max_bytes_read),
  };
}

/** What a text of a number field means: an empty one nothing, one that is no number itself, for the service to refuse. */
const numberOf = (text: string): unknown => {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return Number.isNaN(Number(trimmed)) ? trimmed : Number(trimmed);
};

/** Only the members whose field differs, so that saving touches nothing else. The service judges the values. */
export function changeOf(form: SettingsForm, before: SettingsForm): ChangeBody {
  const differs = (member: keyof SettingsForm) => form[member] !== before[member];
  const limits = ['timeout', 'maxRows', 'maxBytes'] as const;
  const change: Record<string, unknown> = {};
  if (differs('description')) change['description'] = form.description;
  if (differs('tags')) change['tags'] = tagsOf(form.tags);
  if (differs('cacheAge')) change['cache_age_seconds'] = numberOf(form.cacheAge);
  if (differs('revalidate')) change['stale_while_revalidate_seconds'] = numberOf(form.revalidate) ?? 0;
  if (differs('ifError')) change['stale_if_error_seconds'] = numberOf(form.ifError) ?? 0;
  if (limits.some(differs))
    change['limits'] = Object.fromEntries(
      limits
        .filter((member) => form[member].trim() !== '')
        .map((member) => [MEMBERS[member].slice('limits.'.length), numberOf(form[member])]),
    );
  return change as ChangeBody;
}

const tagsOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];

/** True when a refusal is about the member of this field. */
export function isAbout(problem: ApiProblem, member: keyof SettingsForm): boolean {
  const attr = problem.attr ?? '';
  return (
    attr === MEMBERS[member] ||
    attr.startsWith(`${MEMBERS[member]}.`) ||
    attr.startsWith(`${MEMBERS[member]}[`)
  );
}
