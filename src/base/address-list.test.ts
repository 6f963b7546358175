import { expect, test } from 'vitest';
import { AddressList, canonicalAddress, isNetwork } from './address-list.ts';

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['::FFFF:A00:1', '10.0.0.1'],
  ['0:0:0:0:0:ffff:10.0.0.1', '10.0.0.1'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['::1', '::1'],
  ['fe80::1%eth0', undefined],
  ['010.0.0.1', undefined],
  ['10.1', undefined],
  ['10.0.0.1:80', undefined],
  ['[::1]', undefined],
  ['unknown', undefined],
  ['', undefined],
])('the address %j is %j', (text, address) => {
  expect(canonicalAddress(text)).toBe(address);
});

test.each([
  ['10.0.0.0/8', true],
  ['10.0.0.1', true],
  ['2001:db8::/32', true],
  ['::/0', true],
  ['::ffff:10.0.0.0/104', true],
  ['::ffff:10.0.0.0/95', false],
  ['10.0.0.0/33', false],
  ['10.0.0.0/', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0.0/-1', false],
  ['localhost', false],
  ['', false],
])('%j is a network: %j', (text, isOne) => {
  expect(isNetwork(text)).toBe(isOne);
});

test.each([
  ['10.200.0.1', true],
  ['11.0.0.1', false],
  ['192.168.1.7', true],
  ['192.168.1.8', false],
  ['172.16.5.1', true],
  ['172.32.0.1', false],
  ['2001:db8:7::1', true],
  ['2001:db9::1', false],
  ['::1', true],
])('the list includes %s: %j', (address, isIncluded) => {
  const list = new AddressList([
    '10.0.0.0/8',
    '192.168.1.7',
    '::ffff:172.16.0.0/108',
    '2001:db8::/32',
    '::1',
  ]);
  expect(list.includes(address)).toBe(isIncluded);
});
