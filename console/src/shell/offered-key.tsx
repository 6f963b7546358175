import type { ReactElement } from 'react';
import { Button } from '../parts/button.tsx';
import type { OfferedSession } from '../session/sign-in.ts';
import { Mark } from './mark.tsx';
import styles from './sign-in-page.module.css';

/** "Sign in as key X?": a link of somebody else must not change who the user is without asking. */
export default function OfferedKey(props: {
  readonly offer: OfferedSession;
  /** The user is signed in already. */
  readonly hasOther: boolean;
  readonly onChosen: () => void;
}): ReactElement {
  const { key } = props.offer.session;
  const reach = key.projects === null ? 'all projects' : `project ${key.projects.join(', ')}`;
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <header>
          <Mark size={28} />
          <h1>Sign in as key {key.label}?</h1>
        </header>
        <p>
          The link that you opened signs in with the key <b>{key.label}</b>, which reaches {reach}.{' '}
          {props.hasOther ? 'You are signed in with another session.' : 'Another key signed in here before.'}
        </p>
        <div className={styles.actions}>
          <Button
            tone="primary"
            autoFocus
            onPress={() => {
              props.offer.accept();
              props.onChosen();
            }}
          >
            Sign in as {key.label}
          </Button>
          <Button onPress={() => void props.offer.refuse().then(props.onChosen)}>
            {props.hasOther ? 'Stay as I am' : 'Do not sign in'}
          </Button>
        </div>
      </div>
    </main>
  );
}
