import { describe, expect, test } from 'vitest';
import { readEnvelope } from './read-envelope.ts';

// [CAP-2.5].

const EVENT = { event: 'e', distinct_id: 'd' };

test.each([
  ['a batch', { api_key: 't', batch: [EVENT] }, { token: 't', events: [EVENT], sentAtMs: null }],
  ['a batch with token', { token: 't', batch: [EVENT] }, { token: 't', events: [EVENT], sentAtMs: null }],
  [
    'a batch with the time of sending',
    { api_key: 't', batch: [EVENT], sent_at: '2026-01-05T12:00:00Z' },
    { token: 't', events: [EVENT], sentAtMs: Date.UTC(2026, 0, 5, 12) },
  ],
  [
    'old events on purpose',
    { api_key: 't', batch: [EVENT], sent_at: '2026-01-05T12:00:00Z', historical_migration: true },
    { token: 't', events: [EVENT], sentAtMs: null },
  ],
  [
    'one event',
    { ...EVENT, api_key: 't' },
    { token: 't', events: [{ ...EVENT, api_key: 't' }], sentAtMs: null },
  ],
  [
    'a list',
    [
      { ...EVENT, properties: { token: 't' } },
      { ...EVENT, $token: 't' },
    ],
    {
      token: 't',
      events: [
        { ...EVENT, properties: { token: 't' } },
        { ...EVENT, $token: 't' },
      ],
      sentAtMs: null,
    },
  ],
])('reads %s', (_name, body, expected) => {
  expect(readEnvelope(JSON.stringify(body))).toEqual(expected);
});

describe('refuses', () => {
  test.each([
    ['text that is not JSON', '{"api_key":', 'invalid_json'],
    ['a number', '7', 'invalid_value'],
    ['no events', '{"api_key":"t","batch":[]}', 'invalid_value'],
    ['a batch that is no list', '{"api_key":"t","batch":{}}', 'invalid_value'],
    ['no token', '{"batch":[{"event":"e"}]}', 'authentication_failed'],
    ['two tokens', '{"api_key":"t","batch":[{"event":"e","token":"u"}]}', 'authentication_failed'],
    ['two tokens in a list', '[{"token":"t"},{"properties":{"token":"u"}}]', 'authentication_failed'],
    ['a token that is no text', '[{"token":7}]', 'authentication_failed'],
  ])('%s', (_name, body, code) => {
    expect(() => readEnvelope(body)).toThrow(expect.objectContaining({ code }));
  });
});
