import { useNavigate } from '@tanstack/react-router';
import type { Project } from '../data/shapes.ts';
import { linkOf } from './link-of.ts';
import type { Screen } from './screen.ts';
import { useKeys } from './single-keys.ts';

/** Keys that work on every screen: `⌘K`, `/`, `?`, `n`, and `g` with the key of a screen. */
export function useFrameKeys(
  screens: readonly Screen[],
  project: Project | null,
  open: (what: 'palette' | 'help') => void,
): void {
  const navigate = useNavigate();
  const go = (path: string) => void navigate({ to: linkOf(path, project) as never });
  const ways = screens.flatMap(({ path, navigation }) =>
    navigation?.key === undefined ? [] : [[`g ${navigation.key}`, () => go(path)] as const],
  );
  const hasNew = screens.some(({ path }) => path === 'endpoints/new');
  useKeys({
    ...Object.fromEntries(ways),
    ...(hasNew ? { n: () => go('endpoints/new') } : {}),
    'mod+k': () => open('palette'),
    '?': () => open('help'),
    '/': () => document.querySelector<HTMLInputElement>('[data-screen-search]')?.focus(),
  });
}
