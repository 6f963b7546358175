import { BlockList, isIP, SocketAddress } from 'node:net';

/** A network: `10.0.0.0/8`, or one address. */
interface Network {
  readonly address: string;
  readonly prefix: number;
  readonly family: Family;
}

type Family = 'ipv4' | 'ipv6';

/** Bits before the IPv4 address in `::ffff:10.0.0.1`. */
const MAPPED_BITS = 96;
const MAPPED = '::ffff:';

/**
 * The one spelling of an IP address; undefined for a text that is no address. `2001:DB8:0::1` becomes `2001:db8::1`. An
 * IPv4 address in IPv6 form (`::ffff:10.0.0.1`, as dual-stack sockets report it) becomes `10.0.0.1`.
 */
export function canonicalAddress(text: string): string | undefined {
  const version = isIP(text);
  if (version === 4) return text;
  // A zone (`fe80::1%eth0`) means something on one machine only.
  if (version === 0 || text.includes('%')) return undefined;
  const { address } = new SocketAddress({ address: text, family: 'ipv6' });
  return address.startsWith(MAPPED) ? address.slice(MAPPED.length) : address;
}

/** True for an address, or a network such as `10.0.0.0/8` or `2001:db8::/32`. */
export function isNetwork(text: string): boolean {
  return readNetwork(text) !== undefined;
}

/** Addresses and networks that an address may be in. */
export class AddressList {
  readonly #networks = new BlockList();

  /** @param networks texts that are networks; others are left out */
  constructor(networks: readonly string[]) {
    for (const { address, prefix, family } of networks.flatMap((text) => readNetwork(text) ?? []))
      this.#networks.addSubnet(address, prefix, family);
  }

  /** True when the address, in its one spelling, is in one of the networks. */
  includes(address: string): boolean {
    return this.#networks.check(address, familyOf(address));
  }
}

function readNetwork(text: string): Network | undefined {
  const [given = '', bits, ...more] = text.split('/');
  const address = canonicalAddress(given);
  if (address === undefined || more.length > 0) return undefined;
  const family = familyOf(address);
  const longest = family === 'ipv4' ? 32 : 128;
  if (bits === undefined) return { address, prefix: longest, family };
  if (!/^\d{1,3}$/.test(bits)) return undefined;
  const prefix = Number(bits) - (isMapped(given) ? MAPPED_BITS : 0);
  return prefix >= 0 && prefix <= longest ? { address, prefix, family } : undefined;
}

/** True for an IPv4 address in the form of IPv6. */
function isMapped(given: string): boolean {
  return isIP(given) === 6 && familyOf(canonicalAddress(given) ?? '') === 'ipv4';
}

function familyOf(address: string): Family {
  return address.includes(':') ? 'ipv6' : 'ipv4';
}
