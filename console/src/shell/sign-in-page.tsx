import type { ReactElement } from 'react';
import { useEffect } from 'react';
import { Mark } from './mark.tsx';
import { SignInForm, WhereIsMyKey } from './sign-in-form.tsx';
import styles from './sign-in-page.module.css';

/** The page for who is not signed in. */
export default function SignInPage({ isCodeRefused }: { readonly isCodeRefused: boolean }): ReactElement {
  useEffect(() => {
    document.title = 'Sign in · Sluice';
  }, []);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <header>
          <Mark size={28} />
          <h1>Sluice</h1>
          <span>{location.host}</span>
        </header>
        {isCodeRefused && (
          <p role="alert" className={styles.refused}>
            This link was used already, or is older than ten minutes. Run <code>sluice console</code> for a
            new one, or sign in with a key.
          </p>
        )}
        <SignInForm />
        <WhereIsMyKey />
      </div>
      <p className={styles.foot}>Stored analytics queries, served as fast and safe HTTP endpoints.</p>
    </main>
  );
}
