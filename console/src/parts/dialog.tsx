import type { ReactElement, ReactNode } from 'react';
import { useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button, IconButton } from './button.tsx';
import styles from './dialog.module.css';
import { joinClasses } from './join-classes.ts';
import { TextField } from './text-field.tsx';

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the foot, the main one last. */
  readonly actions?: ReactNode;
  readonly size?: 'normal' | 'wide';
  /** From the right edge and as tall as the window: details beside a list. */
  readonly isDrawer?: boolean;
  /** Escape and the page behind do not close it: the user has to answer. */
  readonly mustAnswer?: boolean;
}

/** A window over the page. Focus stays inside and goes back to what opened it. */
export function Dialog(props: DialogProps): ReactElement {
  const {
    title,
    isOpen,
    onClose,
    children,
    actions,
    size = 'normal',
    isDrawer = false,
    mustAnswer = false,
  } = props;
  return (
    <ModalOverlay
      className={joinClasses(styles.overlay, isDrawer && styles.drawerOverlay)}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!mustAnswer}
      isKeyboardDismissDisabled={mustAnswer}
    >
      <Modal className={joinClasses(isDrawer ? styles.drawer : styles.modal, size === 'wide' && styles.wide)}>
        <AriaDialog className={styles.dialog}>
          <header className={styles.head}>
            <Heading slot="title" className={styles.title}>
              {title}
            </Heading>
            {!mustAnswer && <IconButton label="Close" icon="cross" onPress={onClose} size="small" />}
          </header>
          <div className={joinClasses(styles.body, !isDrawer && styles.column)}>{children}</div>
          {actions && <footer className={styles.foot}>{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Asks before something that cannot be undone; with `name` the user types it first. */
export function ConfirmDialog(props: {
  readonly title: string;
  /** The verb on the button: "Delete project". */
  readonly verb: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  /** What will be gone, in sentences. */
  readonly children: ReactNode;
  readonly name?: string;
  readonly isPending?: boolean;
}): ReactElement {
  const [typed, setTyped] = useState('');
  const isRight = props.name === undefined || typed === props.name;
  return (
    <Dialog
      title={props.title}
      isOpen={props.isOpen}
      onClose={props.onClose}
      actions={
        <>
          <Button onPress={props.onClose}>Cancel</Button>
          <Button
            tone="danger"
            isPending={props.isPending ?? false}
            onPress={props.onConfirm}
            unavailable={isRight ? null : `Type ${props.name} first`}
          >
            {props.verb}
          </Button>
        </>
      }
    >
      {props.children}
      {props.name !== undefined && (
        <TextField
          label={`Type ${props.name} to confirm`}
          value={typed}
          onChange={setTyped}
          isCode
          autoFocus
        />
      )}
    </Dialog>
  );
}
