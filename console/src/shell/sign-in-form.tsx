import type { FormEvent, ReactElement } from 'react';
import { useEffect, useRef, useState } from 'react';
import { type ApiProblem, asProblem } from '../api/problem.ts';
import { Button } from '../parts/button.tsx';
import { Checkbox } from '../parts/choose.tsx';
import { TextField } from '../parts/text-field.tsx';
import { signInWithKey } from '../session/sign-in.ts';
import styles from './sign-in-form.module.css';

/** Asks for a personal key, exchanges it and forgets it. The field keeps what was typed when the service refuses it. */
export function SignInForm(): ReactElement {
  const field = useRef<HTMLInputElement>(null);
  const [key, setKey] = useState('');
  const [isShown, setShown] = useState(false);
  const [stays, setStays] = useState(false);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const left = useCountdown(problem);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (key.trim() === '' || isPending || left > 0) return field.current?.focus();
    setPending(true);
    try {
      await signInWithKey(key.trim(), stays);
      setKey('');
    } catch (error) {
      setProblem(asProblem(error));
      field.current?.focus();
    } finally {
      setPending(false);
    }
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label="Personal API key"
        value={key}
        onChange={setKey}
        type={isShown ? 'text' : 'password'}
        autoComplete="off"
        isCode
        autoFocus
        inputRef={field}
        placeholder="slp_…"
        error={problem && sentenceOf(problem)}
        after={
          <Button size="small" tone="quiet" onPress={() => setShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
          </Button>
        }
      />
      <Checkbox isSelected={stays} onChange={setStays}>
        Stay signed in on this computer
      </Checkbox>
      <Button
        type="submit"
        tone="primary"
        isPending={isPending}
        unavailable={left > 0 ? 'Too many wrong keys' : null}
      >
        {left > 0 ? `Try again in ${left} s` : isPending ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  );
}

function sentenceOf(problem: ApiProblem): string {
  if (problem.isAway) return 'The service does not answer. Is it running?';
  if (problem.status === 401) return 'No key has this value, or it was revoked or has ended.';
  return problem.message;
}

/** Seconds that the service still asks to wait. */
function useCountdown(problem: ApiProblem | null): number {
  const [left, setLeft] = useState(0);
  useEffect(() => setLeft(problem?.retryAfterSeconds ?? 0), [problem]);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return left;
}

/** Where a key comes from, in three ways. */
export function WhereIsMyKey(): ReactElement {
  return (
    <details className={styles.ways}>
      <summary>Where is my key?</summary>
      <ol>
        <li>
          You started this service yourself: <code>npm start</code> wrote the first key to{' '}
          <code>data/initial-credentials.json</code>, as <code>root_key</code>.
        </li>
        <li>
          You have a terminal on the machine of the service: <code>sluice console</code> prints a link that
          signs in, once, for ten minutes.
        </li>
        <li>
          Somebody else runs it: ask for a personal key with <code>endpoint:read</code>, and with{' '}
          <code>endpoint:write</code> and <code>query:read</code> to build.
        </li>
      </ol>
    </details>
  );
}
