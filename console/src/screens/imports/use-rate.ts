import { useRef } from 'react';
import type { Import } from '../../data/imports.ts';
import { rateOf, type Step } from './progress.ts';

/** Rows a second of a running import since this screen first saw it; null until it can be told. */
export function useRate({ read, updated_at }: Import): number | null {
  const first = useRef<Step | null>(null);
  const now = { done: read, atMs: Date.parse(updated_at) };
  first.current ??= now;
  return rateOf(first.current, now);
}
