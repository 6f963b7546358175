import type { Session } from './shapes.ts';

// Tabs of this origin (with its port) share a session without storage that outlives them: a new tab asks, one answers.

const CHANNEL = 'sluice-session';

/** How long a new tab waits for the others, in ms. */
const LONGEST_WAIT_MS = 150;

type Message =
  | { readonly kind: 'ask' }
  | { readonly kind: 'have'; readonly session: Session }
  | { readonly kind: 'left' };

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : null;

/** The session of another tab; null when none answers within 150 ms. */
export function askOtherTabs(): Promise<Session | null> {
  if (channel === null) return Promise.resolve(null);
  return new Promise((resolve) => {
    const finish = (found: Session | null) => {
      clearTimeout(timer);
      channel.removeEventListener('message', hear);
      resolve(found);
    };
    const hear = (event: MessageEvent<Message>) => {
      if (event.data.kind === 'have') finish(event.data.session);
    };
    const timer = setTimeout(() => finish(null), LONGEST_WAIT_MS);
    channel.addEventListener('message', hear);
    tellOtherTabs({ kind: 'ask' });
  });
}

export function tellOtherTabs(message: Message): void {
  channel?.postMessage(message);
}

/** Answers the tabs that ask, and hears that the user signed out. */
export function listenToOtherTabs(tab: {
  readonly session: () => Session | null;
  readonly onLeft: () => void;
}): void {
  channel?.addEventListener('message', (event: MessageEvent<Message>) => {
    if (event.data.kind === 'left') tab.onLeft();
    const own = tab.session();
    if (event.data.kind === 'ask' && own !== null) tellOtherTabs({ kind: 'have', session: own });
  });
}
