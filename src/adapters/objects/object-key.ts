import { invariant } from '../../base/invariant.ts';

const KEY = /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/;

/**
 * Refuses texts that are no key of an object. A key never leads out of the folder or prefix of its store, and needs no
 * escaping anywhere.
 */
export function checkObjectKey(key: string): void {
  const isOutside = key.split('/').some((part) => part === '.' || part === '..');
  invariant(KEY.test(key) && !isOutside, 'an object key is a relative path of [A-Za-z0-9._-] parts');
}
