import type { ReactElement } from 'react';
import styles from './playground.module.css';

/** What each header of an answer means. */
const MEANINGS: readonly (readonly [string, string])[] = [
  ['ETag', 'Names this answer: a GET with If-None-Match of it is answered 304 without a body'],
  ['Age', 'Seconds since the answer was computed'],
  ['Cache-Control', 'How long a caller may keep it; private: not for caches that people share'],
  ['Cache-Status', 'Where the answer came from (RFC 9211)'],
  ['Server-Timing', 'Milliseconds of each stage; the tab Timing draws them'],
  ['RateLimit', 'What is left of the rate of this key: r runs within t seconds'],
  ['RateLimit-Policy', 'The rate itself: q runs within w seconds'],
  ['Retry-After', 'Seconds to wait before the next try'],
  ['Content-Type', 'What the bytes are'],
  ['X-Request-Id', 'Names this call in logs; quote it when you ask about it'],
];

/** The headers of an answer with what they mean. */
export function AnswerHeaders({ headers }: { readonly headers: Headers }): ReactElement {
  return (
    <dl className={styles.headers}>
      {MEANINGS.filter(([name]) => headers.has(name)).map(([name, meaning]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            <code>{headers.get(name)}</code>
            <small>{meaning}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
