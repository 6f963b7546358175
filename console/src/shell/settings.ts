import { createStore } from '../api/store.ts';

export type Theme = 'system' | 'light' | 'dark';
export type Density = 'comfortable' | 'dense';

/** Choices of this browser, which no service knows. */
export interface Settings {
  readonly theme: Theme;
  readonly density: Density;
  /** Off: keys without a modifier do nothing (WCAG 2.1.4). */
  readonly hasSingleKeys: boolean;
}

// The names are those that index.html reads before the first paint.
const THEME = 'sluice-theme';
const DENSITY = 'sluice-density';
const SINGLE_KEYS = 'sluice-single-keys';

export const settings = createStore<Settings>({
  theme: oneOf(localStorage.getItem(THEME), ['system', 'light', 'dark'] as const),
  density: oneOf(localStorage.getItem(DENSITY), ['comfortable', 'dense'] as const),
  hasSingleKeys: localStorage.getItem(SINGLE_KEYS) !== 'off',
});

/** Takes changed settings, shows them and keeps them. */
export function changeSettings(change: Partial<Settings>): void {
  const next = { ...settings.get(), ...change };
  settings.set(next);
  localStorage.setItem(THEME, next.theme);
  localStorage.setItem(DENSITY, next.density);
  localStorage.setItem(SINGLE_KEYS, next.hasSingleKeys ? 'on' : 'off');
  showSettings();
}

/** Puts theme and density on the document. */
export function showSettings(): void {
  const { theme, density } = settings.get();
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  dataset['density'] = density;
}

function oneOf<const Value extends string>(text: string | null, values: readonly [Value, ...Value[]]): Value {
  return values.find((value) => value === text) ?? values[0];
}
