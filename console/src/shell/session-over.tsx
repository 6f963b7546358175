import type { ReactElement } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import type { SessionKey } from '../session/shapes.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Over the screen as it was: asks to sign in again, and the screen goes on where it was. */
export default function SessionOver({ sessionKey }: { readonly sessionKey: SessionKey }): ReactElement {
  return (
    <Dialog title="Signed out" isOpen onClose={() => undefined} mustAnswer>
      <p>
        The session of the key <b>{sessionKey.label}</b> is over: it was signed out, or its key was revoked or
        has ended. Sign in to go on where you were.
      </p>
      <SignInForm />
    </Dialog>
  );
}
