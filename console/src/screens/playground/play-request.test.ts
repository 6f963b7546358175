import { expect, test } from 'vitest';
import { foreseeRefusals, memberOf, type PlayRequest, withMember } from './play-request.ts';

test.each([
  ['a member', {}, ['limit'], 5, { limit: 5 }],
  ['a member of a member', {}, ['variables', 'org'], 'a', { variables: { org: 'a' } }],
  ['null stays', {}, ['variables', 'org'], null, { variables: { org: null } }],
  ['taking the last one away', { variables: { org: 'a' } }, ['variables', 'org'], undefined, {}],
  [
    'taking one of two away',
    { variables: { a: 1, b: 2 } },
    ['variables', 'a'],
    undefined,
    { variables: { b: 2 } },
  ],
  ['others stay', { debug: true }, ['refresh'], 'cache', { debug: true, refresh: 'cache' }],
])('withMember: %s', (_, body, path, value, expected) => {
  expect(withMember(body, path, value)).toEqual(expected);
});

test('memberOf reads what withMember wrote', () => {
  expect(memberOf(withMember({}, ['a', 'b', 'c'], 1), ['a', 'b', 'c'])).toBe(1);
  expect(memberOf({}, ['a', 'b'])).toBeUndefined();
});

const endpoint = { name: 'usage', is_active: true, is_materialized: false };
const organization = {
  name: 'organization',
  type: 'String',
  isRequired: true,
  description: '',
  choices: null,
  defaultValue: undefined,
};
const request = (body: PlayRequest['body'], format: PlayRequest['format'] = 'json') => ({ body, format });

test.each([
  ['nothing to say', request({ variables: { organization: 'a' } }), endpoint, /^$/],
  ['a variable is missing', request({}), endpoint, /^organization is required/],
  ['offset alone', request({ variables: { organization: 'a' }, offset: 3 }), endpoint, /^offset needs limit/],
  ['direct', request({ variables: { organization: 'a' }, refresh: 'direct' }), endpoint, /^direct is for/],
  [
    'debug of a file',
    request({ variables: { organization: 'a' }, debug: true }, 'csv'),
    endpoint,
    /^debug needs/,
  ],
  [
    'inactive',
    request({ variables: { organization: 'a' } }),
    { ...endpoint, is_active: false },
    /^usage is inactive/,
  ],
])('foreseeRefusals: %s', (_, asked, of, sentence) => {
  expect(foreseeRefusals(asked, of, [organization]).join('\n')).toMatch(sentence);
});
