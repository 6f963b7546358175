import type { ReactElement, ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { useStore } from '../api/store.ts';
import { adoptSession, findSession, session } from '../session/session.ts';
import { type OfferedSession, signInWithCode } from '../session/sign-in.ts';
import { OfferedKey, SessionOver, SignInPage } from './later-parts.ts';

/** What a link with a code came to before anything is shown. */
type Opening =
  | { readonly kind: 'looking' }
  | { readonly kind: 'offered'; readonly offer: OfferedSession; readonly instead: boolean }
  | { readonly kind: 'done'; readonly isCodeRefused: boolean };

/**
 * Shows the console to who is signed in, and the sign-in to the others. A session that ended leaves the screen as it is
 * below an overlay.
 * @param props.code the code of the link that opened the page; null without one
 */
export function SessionGate({
  code,
  children,
}: {
  readonly code: string | null;
  readonly children: ReactNode;
}): ReactElement | null {
  const state = useStore(session);
  const [opening, setOpening] = useState<Opening>({ kind: 'looking' });
  useEffect(() => {
    void open(code).then(setOpening);
  }, [code]);
  if (opening.kind === 'looking') return null;
  if (opening.kind === 'offered') {
    const choose = () => setOpening({ kind: 'done', isCodeRefused: false });
    return <OfferedKey offer={opening.offer} hasOther={opening.instead} onChosen={choose} />;
  }
  if (state.kind === 'starting' || state.kind === 'out')
    return <SignInPage isCodeRefused={opening.isCodeRefused} />;
  return (
    <>
      {children}
      {state.kind === 'ended' && <SessionOver sessionKey={state.key} />}
    </>
  );
}

/** One opening a page: in development React runs effects twice, and a code works once. */
let opened: Promise<Opening> | null = null;

function open(code: string | null): Promise<Opening> {
  opened ??= openOnce(code);
  return opened;
}

async function openOnce(code: string | null): Promise<Opening> {
  const found = await findSession();
  if (code === null) {
    if (found !== null) adoptSession(found);
    return { kind: 'done', isCodeRefused: false };
  }
  try {
    const offer = await signInWithCode(code, found);
    if (offer === null) return { kind: 'done', isCodeRefused: false };
    if (found !== null) adoptSession(found);
    return { kind: 'offered', offer, instead: found !== null };
  } catch {
    if (found !== null) adoptSession(found);
    return { kind: 'done', isCodeRefused: found === null };
  }
}
