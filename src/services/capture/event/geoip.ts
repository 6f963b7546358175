import { isIP } from 'node:net';
import { type CityResponse, Reader } from 'mmdb-lib';
import { isPlainObject, type PlainObject } from './plain-object.ts';

/** Where the sender of a request is found. Plain data, which threads share. */
export interface GeoipSource {
  /** The bytes of an MMDB file. */
  readonly database: SharedArrayBuffer;
  /** The address of the sender. */
  readonly address: string;
}

/** One reader for each database that a process has opened. */
const readers = new WeakMap<SharedArrayBuffer, Reader<CityResponse>>();

/** @throws Error when the bytes are no MMDB file */
export function readerOf(database: SharedArrayBuffer): Reader<CityResponse> {
  const known = readers.get(database);
  if (known !== undefined) return known;
  const reader = new Reader<CityResponse>(Buffer.from(database));
  readers.set(database, reader);
  return reader;
}

/**
 * Gives properties the `$geoip_*` of the event's own `$ip`, else of the sender, and takes the address away. What the
 * event says of its place itself stays; an event with `$geoip_disable` gets nothing.
 */
export function placeFiller({ database, address }: GeoipSource): (properties: PlainObject) => PlainObject {
  const reader = readerOf(database);
  let last: { readonly address: string; readonly place: PlainObject } | undefined;
  const placeOf = (wanted: string): PlainObject => {
    if (last?.address !== wanted) last = { address: wanted, place: lookUp(reader, wanted) };
    return last.place;
  };
  return ({ $ip: own, ...properties }) => {
    if (properties['$geoip_disable'] === true) return properties;
    return { ...placeOf(typeof own === 'string' && own !== '' ? own : address), ...properties };
  };
}

function lookUp(reader: Reader<CityResponse>, address: string): PlainObject {
  // The format knows neither zones, such as `%eth0`, nor IPv4 as `::ffff:1.2.3.4`.
  const [withoutZone = ''] = address.split('%');
  const bare = withoutZone.replace(/^::ffff:(?=\d+\.)/i, '');
  const found: unknown = isIP(bare) === 0 ? null : reader.get(bare);
  const at = (...path: readonly (string | number)[]): unknown => path.reduce(memberOf, found);
  const named = {
    $geoip_city_name: at('city', 'names', 'en'),
    $geoip_country_name: at('country', 'names', 'en'),
    $geoip_country_code: at('country', 'iso_code'),
    $geoip_continent_name: at('continent', 'names', 'en'),
    $geoip_continent_code: at('continent', 'code'),
    $geoip_postal_code: at('postal', 'code'),
    $geoip_latitude: at('location', 'latitude'),
    $geoip_longitude: at('location', 'longitude'),
    $geoip_accuracy_radius: at('location', 'accuracy_radius'),
    $geoip_time_zone: at('location', 'time_zone'),
    $geoip_subdivision_1_code: at('subdivisions', 0, 'iso_code'),
    $geoip_subdivision_1_name: at('subdivisions', 0, 'names', 'en'),
  };
  const isValue = (value: unknown) => typeof value === 'string' || typeof value === 'number';
  return Object.fromEntries(Object.entries(named).filter(([, value]) => isValue(value)));
}

function memberOf(value: unknown, name: string | number): unknown {
  if (Array.isArray(value)) return value[Number(name)];
  return isPlainObject(value) ? value[name] : undefined;
}
