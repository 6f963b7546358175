import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';

interface ToastText {
  readonly text: string;
  readonly tone: 'plain' | 'danger';
  readonly action: { readonly label: string; readonly onPress: () => void } | null;
}

/** At most three at once; the rest wait their turn. `toast-region.tsx` shows them. */
export const toasts = new ToastQueue<ToastText>({ maxVisibleToasts: 3 });

/** How long a toast stays, in ms: long enough to press Undo. */
const STAYS_MS = 10_000;

/** Says at the foot of the page that something happened, with one thing to do about it ("Undo", "View"). */
export function sayToast(
  text: string,
  options: { readonly tone?: 'plain' | 'danger'; readonly action?: ToastText['action'] } = {},
): void {
  toasts.add({ text, tone: options.tone ?? 'plain', action: options.action ?? null }, { timeout: STAYS_MS });
}
