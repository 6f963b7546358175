import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { Callers } from './callers.ts';

function request(peer: string, headers: Readonly<Record<string, string>>): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  return Object.assign(new IncomingMessage(socket), { headers });
}

const callers = new Callers({ trustedProxies: ['10.0.0.0/8', '2001:db8::/32', '127.0.0.1'] });

describe('the address of a caller', () => {
  const many = Array.from({ length: 40 }, () => '10.1.1.1').join(', ');
  test.each([
    ['a peer that is no proxy says what it likes', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['a proxy', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['what the caller wrote before the proxy', '10.0.0.1', '192.0.2.1, 198.51.100.1', '198.51.100.1'],
    ['several proxies', '10.0.0.1', '192.0.2.1, 198.51.100.1, 10.9.9.9,10.8.8.8', '198.51.100.1'],
    ['only proxies', '10.0.0.1', '10.9.9.9, 10.8.8.8', '10.9.9.9'],
    ['no header', '10.0.0.1', undefined, '10.0.0.1'],
    ['an empty header', '10.0.0.1', '', '10.0.0.1'],
    ['a malformed address', '10.0.0.1', '192.0.2.1, unknown', '10.0.0.1'],
    ['a malformed address behind a proxy', '10.0.0.1', '192.0.2.1, x, 10.2.2.2', '10.0.0.1'],
    ['a malformed address that does not count', '10.0.0.1', 'x, 198.51.100.1', '198.51.100.1'],
    ['an empty entry', '10.0.0.1', '192.0.2.1,', '10.0.0.1'],
    ['a comma alone', '10.0.0.1', ',', '10.0.0.1'],
    ['a port', '10.0.0.1', '198.51.100.1:4711', '10.0.0.1'],
    ['an address of letters that looks like a number', '10.0.0.1', '0x7f000001', '10.0.0.1'],
    ['IPv6', '2001:db8::1', '2001:DB9:0::7', '2001:db9::7'],
    ['IPv6 in brackets', '2001:db8::1', '[2001:db9::7]', '2001:db8::1'],
    ['a socket of both families', '::ffff:10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['a mapped proxy', '10.0.0.1', '198.51.100.1, ::ffff:10.2.2.2', '198.51.100.1'],
    ['a link-local peer', 'fe80::1%eth0', '198.51.100.1', 'fe80::1'],
    ['more proxies than are looked at', '10.0.0.1', `198.51.100.1, ${many}`, '10.0.0.1'],
  ])('%s', (_name, peer, header, address) => {
    const headers = header === undefined ? {} : { 'x-forwarded-for': header };
    expect(callers.addressOf(request(peer, headers))).toBe(address);
  });

  test('is the peer where no proxy is trusted', () => {
    const plain = new Callers({ trustedProxies: [] });
    expect(plain.addressOf(request('127.0.0.1', { 'x-forwarded-for': '198.51.100.1' }))).toBe('127.0.0.1');
  });

  test('is found at once in the longest header', () => {
    let looks = 0;
    const header = Object.assign(Object(','.repeat(16_000)), {
      toString: () => {
        looks += 1;
        return ' 10.1.1.1,'.repeat(1_600);
      },
    });
    const long = Object.assign(request('10.0.0.1', {}), { headers: { 'x-forwarded-for': header } });
    expect(callers.addressOf(long)).toBe('10.0.0.1');
    expect(looks).toBe(1);
  });
});

describe('what stands before a path in a link', () => {
  const https = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'a.example' };
  test.each([
    ['Host', '10.0.0.1', { host: 'evil.example' }, ''],
    ['a peer that is no proxy', '203.0.113.9', https, ''],
    ['a proxy', '10.0.0.1', https, 'https://a.example'],
    ['a port', '10.0.0.1', { ...https, 'x-forwarded-host': 'a.example:8443' }, 'https://a.example:8443'],
    ['IPv6', '10.0.0.1', { ...https, 'x-forwarded-host': '[2001:db8::1]:80' }, 'https://[2001:db8::1]:80'],
    [
      'what the caller wrote before the proxy',
      '10.0.0.1',
      { 'x-forwarded-proto': 'http, HTTPS', 'x-forwarded-host': 'evil.example, a.example' },
      'https://a.example',
    ],
    ['a host without protocol', '10.0.0.1', { 'x-forwarded-host': 'a.example' }, ''],
    ['a protocol without host', '10.0.0.1', { 'x-forwarded-proto': 'https', host: 'evil.example' }, ''],
    ['another protocol', '10.0.0.1', { ...https, 'x-forwarded-proto': 'javascript' }, ''],
    ['a user', '10.0.0.1', { ...https, 'x-forwarded-host': 'a.example@evil.example' }, ''],
    ['a path', '10.0.0.1', { ...https, 'x-forwarded-host': 'evil.example/x' }, ''],
    ['markup', '10.0.0.1', { ...https, 'x-forwarded-host': '"><script>' }, ''],
  ])('%s', (_name, peer, headers, base) => {
    expect(callers.linkBaseOf(request(peer, headers))).toBe(base);
  });

  test('is the public address where it is set, whoever says what', () => {
    const named = new Callers({ trustedProxies: ['10.0.0.1'], publicUrl: 'https://b.example/sluice' });
    expect(named.linkBaseOf(request('10.0.0.1', https))).toBe('https://b.example/sluice');
  });
});
