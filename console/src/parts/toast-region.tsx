import type { ReactElement } from 'react';
import {
  UNSTABLE_ToastRegion as AriaRegion,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
} from 'react-aria-components';
import { Button, IconButton } from './button.tsx';
import styles from './toasts.module.css';
import { toasts } from './toasts.tsx';

/** The place where toasts appear; once in the frame. */
export default function ToastRegion(): ReactElement {
  return (
    <AriaRegion queue={toasts} className={styles.region}>
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
                toasts.close(toast.key);
              }}
            >
              {toast.content.action.label}
            </Button>
          )}
          <IconButton slot="close" label="Dismiss" icon="cross" size="small" />
        </Toast>
      )}
    </AriaRegion>
  );
}
