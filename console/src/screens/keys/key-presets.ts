import { hasScope } from '../../session/has-scope.ts';
import type { Scope } from '../../session/shapes.ts';

/** What a key is usually made for, with the scopes that this needs. */
export const KEY_PRESETS = [
  { value: 'run', label: 'Run endpoints', help: 'For the server of your product', scopes: ['endpoint:run'] },
  {
    value: 'manage',
    label: 'Manage endpoints',
    help: 'For deployments and editors',
    scopes: ['endpoint:read', 'endpoint:write', 'query:read', 'project:read'],
  },
  {
    value: 'send',
    label: 'Send events',
    help: 'For imports; SDKs take the capture token',
    scopes: ['event:write'],
  },
  { value: 'all', label: 'Everything I may', help: 'All scopes of your own key', scopes: ['*'] },
  { value: 'own', label: 'Choose scopes', help: 'One by one', scopes: [] },
] as const satisfies readonly {
  readonly value: string;
  readonly label: string;
  readonly help: string;
  readonly scopes: readonly Scope[];
}[];

export type KeyPreset = (typeof KEY_PRESETS)[number]['value'];

/** The scopes of a new key: those of the preset, and never more than the calling key has. */
export function scopesOf(
  preset: KeyPreset,
  chosen: readonly Scope[],
  own: readonly Scope[],
): readonly Scope[] {
  if (preset === 'all') return own;
  const wanted =
    preset === 'own' ? chosen : (KEY_PRESETS.find(({ value }) => value === preset)?.scopes ?? []);
  return wanted.filter((scope) => hasScope({ scopes: [...own] }, scope));
}

/** Days after which a key that nobody used is marked. */
const UNUSED_DAYS = 90;

/** True when nobody used a key for 90 days, counted from its creation when it was never used. */
export function isUnused(
  key: { readonly created_at: string; readonly last_used_at: string | null },
  nowMs: number,
): boolean {
  return nowMs - Date.parse(key.last_used_at ?? key.created_at) > UNUSED_DAYS * 86_400_000;
}
