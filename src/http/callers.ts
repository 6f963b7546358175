import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AddressList, canonicalAddress } from '../base/address-list.ts';

declare module 'fastify' {
  interface FastifyInstance {
    callers: Callers;
  }
}

export interface CallerSettings {
  /** Addresses and networks of proxies whose `X-Forwarded-*` headers are believed. */
  readonly trustedProxies: readonly string[];
  /** What links name: `https://analytics.example.com`, also with a path. */
  readonly publicUrl?: string | undefined;
}

/** Proxies that a request may have come through; what lies further back is not looked at. */
const MAX_HOPS = 32;
/** `analytics.example.com`, `10.0.0.1:8700` or `[2001:db8::1]:8700`. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * The addresses of callers, and the name by which they call the service. Both come from settings and trusted proxies,
 * never from what callers say.
 */
export class Callers {
  readonly #trusted: AddressList | null;
  readonly #publicUrl: string | undefined;

  constructor({ trustedProxies, publicUrl }: CallerSettings) {
    this.#trusted = trustedProxies.length === 0 ? null : new AddressList(trustedProxies);
    this.#publicUrl = publicUrl;
  }

  /**
   * The address that refusals are counted for: of `X-Forwarded-For`, where the peer is a trusted proxy, the rightmost
   * that is not trusted; the peer where that is none, is no address or lies more than 32 proxies back.
   */
  addressOf(request: IncomingMessage): string {
    const peer = peerOf(request);
    if (!this.#isTrusted(peer)) return peer;
    let furthest = peer;
    for (const hop of hopsFrom(request.headers['x-forwarded-for'])) {
      const address = hop === undefined ? undefined : canonicalAddress(hop);
      if (address === undefined) return peer;
      if (!this.#isTrusted(address)) return address;
      furthest = address;
    }
    return furthest;
  }

  /**
   * What stands before a path in a link: the public address, else what a trusted proxy says it was called by, else
   * nothing. `Host` is never repeated: whoever sends it would choose where the links of an answer lead.
   */
  linkBaseOf(request: IncomingMessage): string {
    if (this.#publicUrl !== undefined) return this.#publicUrl;
    if (!this.#isTrusted(peerOf(request))) return '';
    const protocol = nearest(request.headers['x-forwarded-proto']).toLowerCase();
    const host = nearest(request.headers['x-forwarded-host']);
    const isUsable = (protocol === 'http' || protocol === 'https') && HOST.test(host);
    return isUsable ? `${protocol}://${host}` : '';
  }

  #isTrusted(address: string): boolean {
    return this.#trusted?.includes(address) ?? false;
  }
}

/** Without a zone, which addresses of one link may have. Empty when the connection has gone already. */
function peerOf({ socket }: IncomingMessage): string {
  const [address = ''] = (socket.remoteAddress ?? '').split('%', 1);
  return canonicalAddress(address) ?? '';
}

/** The entries of a list header from the right; undefined in place of all that come after the most that are read. */
function* hopsFrom(header: string | readonly string[] | undefined): Generator<string | undefined> {
  const text = String(header ?? '');
  if (text === '') return;
  let end = text.length;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const comma = text.lastIndexOf(',', end - 1);
    yield text.slice(comma + 1, end).trim();
    if (comma === -1) return;
    end = comma;
  }
  yield undefined;
}

/** What the nearest proxy said: the last entry, as each adds its own behind those before. */
function nearest(header: string | readonly string[] | undefined): string {
  const text = String(header ?? '');
  return text.slice(text.lastIndexOf(',') + 1).trim();
}

/** Lets `callerAddress` and `linkBase` be asked of every request. */
export function registerCallers(server: FastifyInstance, settings: CallerSettings): void {
  server.decorate('callers', new Callers(settings));
}

/** The address that a request came from. */
export function callerAddress(request: FastifyRequest): string {
  return request.server.callers.addressOf(request.raw);
}

/** The beginning of the links in an answer, before their path: `https://analytics.example.com`, or nothing. */
export function linkBase(request: FastifyRequest): string {
  return request.server.callers.linkBaseOf(request.raw);
}
