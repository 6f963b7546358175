import type { ReactElement } from 'react';
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { Button, IconButton } from './button.tsx';
import styles from './toasts.module.css';

interface ToastText {
  readonly text: string;
  readonly tone: 'plain' | 'danger';
  readonly action: { readonly label: string; readonly onPress: () => void } | null;
}

/** At most three at once; the rest wait their turn. */
const queue = new ToastQueue<ToastText>({ maxVisibleToasts: 3 });

/** How long a toast stays, in ms: long enough to press Undo. */
const STAYS_MS = 10_000;

/** Says at the foot of the page that something happened, with one thing to do about it ("Undo", "View"). */
export function sayToast(
  text: string,
  options: { readonly tone?: 'plain' | 'danger'; readonly action?: ToastText['action'] } = {},
): void {
  queue.add({ text, tone: options.tone ?? 'plain', action: options.action ?? null }, { timeout: STAYS_MS });
}

/** The place where toasts appear; once in the frame. */
export function Toasts(): ReactElement {
  return (
    <ToastRegion queue={queue} className={styles.region}>
      {({ toast }) => (
        <Toast toast={toast} className={styles.toast} data-tone={toast.content.tone}>
          <ToastContent className={styles.text}>
            <Text slot="title">{toast.content.text}</Text>
          </ToastContent>
          {toast.content.action && (
            <Button
              size="small"
              onPress={() => {
                toast.content.action?.onPress();
                queue.close(toast.key);
              }}
            >
              {toast.content.action.label}
            </Button>
          )}
          <IconButton slot="close" label="Dismiss" icon="cross" size="small" />
        </Toast>
      )}
    </ToastRegion>
  );
}
