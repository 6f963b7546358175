import { randomBytes } from 'node:crypto';
import { v4, v5, v7 } from 'uuid';

/** A time-ordered UUID (version 7). */
export function newUuid(): string {
  return v7();
}

/** A random UUID (version 4). */
export function newRandomUuid(): string {
  return v4();
}

/** A UUID derived from `name` (version 5): the same name and namespace always give the same id. */
export function derivedUuid(name: string, namespaceUuid: string): string {
  return v5(name, namespaceUuid);
}

/** `length` cryptographically random bytes. */
export function newSecretBytes(length: number): Buffer {
  return randomBytes(length);
}
