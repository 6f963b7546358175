import { expect, test } from 'vitest';
import { writeMmdb } from '../../../../test/fixtures/write-mmdb.ts';
import { placeFiller, readerOf } from './geoip.ts';

const BONN = {
  city: { names: { en: 'Bonn', de: 'Bonn' } },
  continent: { code: 'EU', names: { en: 'Europe' } },
  country: { iso_code: 'DE', names: { en: 'Germany' } },
  location: { latitude: 50.7323, longitude: 7.1847, accuracy_radius: 20, time_zone: 'Europe/Berlin' },
  postal: { code: '53111' },
  subdivisions: [{ iso_code: 'NW', names: { en: 'North Rhine-Westphalia' } }],
};
const database = shared(writeMmdb({ '81.2.69.0/24': BONN, '9.9.9.9/32': { country: { iso_code: 'US' } } }));

function shared(bytes: Buffer): SharedArrayBuffer {
  const whole = new SharedArrayBuffer(bytes.length);
  new Uint8Array(whole).set(bytes);
  return whole;
}

const fill = placeFiller({ database, address: '81.2.69.160' });
const US = { $geoip_country_code: 'US' };

test('the address of the sender gives the place', () => {
  expect(fill({ plan: 'pro' })).toEqual({
    plan: 'pro',
    $geoip_city_name: 'Bonn',
    $geoip_country_name: 'Germany',
    $geoip_country_code: 'DE',
    $geoip_continent_name: 'Europe',
    $geoip_continent_code: 'EU',
    $geoip_postal_code: '53111',
    $geoip_latitude: 50.7323,
    $geoip_longitude: 7.1847,
    $geoip_accuracy_radius: 20,
    $geoip_time_zone: 'Europe/Berlin',
    $geoip_subdivision_1_code: 'NW',
    $geoip_subdivision_1_name: 'North Rhine-Westphalia',
  });
});

test.each([
  ['the address of the event goes first and is not kept', { $ip: '9.9.9.9' }, US],
  [
    'what the event says of its place stays',
    { $ip: '9.9.9.9', $geoip_country_code: 'CA' },
    { $geoip_country_code: 'CA' },
  ],
  ['an address in the form of IPv6', { $ip: '::ffff:9.9.9.9' }, US],
  ['an unknown address', { $ip: '10.0.0.1', plan: 'pro' }, { plan: 'pro' }],
  ['an unknown address of IPv6', { $ip: '2001:db8::1%eth0' }, {}],
  ['a text that is no address', { $ip: 'not one' }, {}],
  ['an event that wants none', { $geoip_disable: true, $ip: '9.9.9.9' }, { $geoip_disable: true }],
])('%s', (_, properties, expected) => {
  expect(fill(properties)).toEqual(expected);
});

test('bytes that are no such file are refused', () => {
  expect(() => readerOf(shared(Buffer.from('none')))).toThrow();
});
