import type { FormEvent, ReactElement, ReactNode } from 'react';
import { useId, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button, type ButtonTone, IconButton } from './button.tsx';
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

/** Asks for what one act needs, and does it: by its button, or by Enter in a field. */
export function AskDialog(props: {
  readonly title: string;
  /** The verb on the button: "Create project". */
  readonly verb: string;
  readonly tone?: ButtonTone;
  readonly onClose: () => void;
  readonly onAct: () => void;
  readonly isPending: boolean;
  /** Why it cannot be done now, as a sentence. */
  readonly unavailable?: string | null;
  readonly children: ReactNode;
}): ReactElement {
  const { title, verb, tone = 'primary', onClose, onAct, isPending, unavailable = null, children } = props;
  const form = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (unavailable === null && !isPending) onAct();
  };
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form={form} tone={tone} isPending={isPending} unavailable={unavailable}>
            {verb}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.column} onSubmit={submit}>
        {children}
      </form>
    </Dialog>
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
}): ReactElement | null {
  const [typed, setTyped] = useState('');
  const isRight = props.name === undefined || typed === props.name;
  if (!props.isOpen) return null;
  return (
    <AskDialog
      title={props.title}
      verb={props.verb}
      tone="danger"
      onClose={props.onClose}
      onAct={props.onConfirm}
      isPending={props.isPending ?? false}
      unavailable={isRight ? null : `Type ${props.name} first`}
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
    </AskDialog>
  );
}
