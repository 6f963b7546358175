import { arrayOf, STRING, unsigned } from '../build-type.ts';
import type { FunctionRow } from '../function-row.ts';
import { byCount } from './choose-shape.ts';
import { composites, scalars } from './define-rows.ts';

export const URLS: readonly FunctionRow[] = [
  ...scalars(
    `protocol domain domainWithoutWWW topLevelDomain firstSignificantSubdomain cutToFirstSignificantSubdomain
     cutToFirstSignificantSubdomainWithWWW path pathFull queryString fragment queryStringAndFragment encodeURLComponent
     decodeURLComponent encodeURLFormComponent decodeURLFormComponent netloc cutWWW cutQueryString cutFragment
     cutQueryStringAndFragment`,
    'string',
    STRING,
  ),
  ...composites(
    'extractURLParameters extractURLParameterNames URLHierarchy URLPathHierarchy',
    'string',
    arrayOf(STRING),
  ),
  ...scalars('port', 'string, constant number?', unsigned(16), {
    template: byCount({ 1: 'port($1)', 2: 'port($1, toUInt16($2))' }),
  }),
  ...scalars('extractURLParameter cutURLParameter', 'string, constant text', STRING),
];
