import type { CompareOperator, Expr } from '../../language/ast.ts';
import { and, compare, or } from '../../language/build.ts';
import { expression } from '../../language/dialect.ts';
import type { FilterSubject } from '../filter-subject.ts';
import { type FilterScalar, invalidFilter, textOf } from '../filter-value.ts';
import type { MatchOperator } from './operator.ts';

/** Components of a version, such as [1, 2, 10] for `v1.2.10-beta.1`. */
type Version = readonly number[];

/** The first dotted number run of a text. */
const VERSION = /\d+(?:\.\d+)*/;
/** `1.*`, `1.2.*` */
const WILDCARD = /^v?(\d+(?:\.\d+)*)\.\*$/;

/**
 * Matches when the version stands in the given order to any of the values. Components are compared as numbers, and a
 * version comes before its own continuations (1.2 before 1.2.0).
 */
export function matchVersion(op: Extract<CompareOperator, '==' | '<' | '<=' | '>' | '>='>): MatchOperator {
  return (subject, values, _context, attr) =>
    or(...values.map((value) => compareVersion(subject, op, parseVersion(value, attr))));
}

/** `~1.2.3`: at least 1.2.3, below 1.3.0; `~1`: below 2.0.0. */
export const matchTilde: MatchOperator = (subject, values, _context, attr) =>
  anyRange(subject, values, (value) => {
    const version = parseVersion(value, attr);
    return [lowest(version), raised(version, version.length === 1 ? 0 : 1)];
  });

/** `^1.2.3`: below the next change of the first component that is not zero. */
export const matchCaret: MatchOperator = (subject, values, _context, attr) =>
  anyRange(subject, values, (value) => {
    const version = parseVersion(value, attr);
    const significant = version.findIndex((component) => component > 0);
    return [lowest(version), raised(version, significant === -1 ? version.length - 1 : significant)];
  });

/** `1.*`, `1.2.*`: any version with this beginning. */
export const matchWildcard: MatchOperator = (subject, values, _context, attr) =>
  anyRange(subject, values, (value) => {
    const match = WILDCARD.exec(textOf(value));
    if (!match)
      throw invalidFilter(`Expected a version such as 1.* or 1.2.*, found ${JSON.stringify(value)}.`, attr);
    const version = (match[1] ?? '').split('.').map(Number);
    return [padded(version), raised(version, version.length - 1)];
  });

function anyRange(
  subject: FilterSubject,
  values: readonly FilterScalar[],
  range: (value: FilterScalar) => readonly [Version, Version],
): Expr {
  return or(
    ...values.map((value) => {
      const [low, high] = range(value);
      return and(compareVersion(subject, '>=', low), compareVersion(subject, '<', high));
    }),
  );
}

/** The comparison with a version; false when the text holds no version, which an empty list of components tells. */
function compareVersion(subject: FilterSubject, op: CompareOperator, version: Version): Expr {
  const components = expression`_versionComponents(ifNull(${subject.text}, ''))`;
  return and(expression`notEmpty(${components})`, compare(components, op, expression`[${version}]`));
}

function parseVersion(value: FilterScalar, attr: string): Version {
  const match = VERSION.exec(textOf(value));
  const version = match?.[0].split('.').map(Number);
  if (version?.every(Number.isSafeInteger)) return version;
  throw invalidFilter(`Expected a version such as 1.2.3, found ${JSON.stringify(value)}.`, attr);
}

/** The first version of a range: the version as given, or the first release of a bare major. */
function lowest(version: Version): Version {
  return version.length === 1 ? padded(version) : version;
}

function padded(version: Version): Version {
  return [...version, 0, 0].slice(0, Math.max(3, version.length));
}

/** The first version after all versions that share the components up to `index`. */
function raised(version: Version, index: number): Version {
  return padded([...version.slice(0, index), (version[index] ?? 0) + 1]);
}
