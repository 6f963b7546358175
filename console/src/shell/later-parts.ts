import { later } from '../parts/later.tsx';

// Parts of the frame that no page begins with: they are loaded once the page is at rest, or when they are first shown.

export const Palette = later(() => import('./palette.tsx'));
export const Help = later(() => import('./help.tsx'));
export const NewProject = later(() => import('./new-project.tsx'));
export const ProjectList = later(() => import('./project-list.tsx'));
export const Toasts = later(() => import('../parts/toast-region.tsx'));
export const SignInPage = later(() => import('./sign-in-page.tsx'));
export const OfferedKey = later(() => import('./offered-key.tsx'));
export const SessionOver = later(() => import('./session-over.tsx'));

/** How long nothing else has to be loaded before these are, in ms. */
const REST_MS = 1000;

/**
 * Loads what the next key or press may ask for, so that it is there at once, also while the service is away.
 * @returns ends it
 */
export function loadLaterParts(): () => void {
  const timer = setTimeout(() => {
    for (const part of [Palette, ProjectList, Toasts, Help, NewProject, SessionOver]) void part.load();
  }, REST_MS);
  return () => clearTimeout(timer);
}
