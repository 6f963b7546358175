import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { RunAnswer, ShownEndpoint } from '../../data/shapes.ts';
import { Button } from '../../parts/button.tsx';
import { useNow } from '../../parts/clock.tsx';
import styles from './route-card.module.css';
import { explainReason, GATE_OF, type Gate, gateWords, NEXT_ACTION } from './served-reasons.ts';

const GATES: readonly { readonly gate: Gate; readonly name: string }[] = [
  { gate: 'cache', name: 'cache' },
  { gate: 'snapshot', name: 'snapshot' },
  { gate: 'query', name: 'query' },
];

/** The way of one answer through cache, snapshot and query: where it stopped, why, and what to do about it. */
export function RouteCard(props: {
  readonly answer: RunAnswer;
  readonly endpoint: ShownEndpoint;
  /** Path of the endpoint in the console. */
  readonly base: string;
  readonly onRun: (refresh: string | null) => void;
}): ReactElement {
  const { answer, endpoint, base } = props;
  const nowMs = useNow(1000);
  const decided = GATE_OF[answer.served_from];
  const words = gateWords(answer.served_reason, endpoint.is_materialized);
  const next = NEXT_ACTION[answer.served_reason];
  const passed = GATES.findIndex(({ gate }) => gate === decided);
  return (
    <section className={styles.card} aria-label="Route of the answer">
      <ol className={styles.route}>
        <li className={styles.stop} data-state="passed">
          <span className={styles.gate} />
          <b>request</b>
          <small>version {answer.endpoint_version}</small>
        </li>
        {GATES.map(({ gate, name }, index) => (
          <li
            key={gate}
            className={styles.stop}
            data-gate={gate}
            data-state={index < passed ? 'passed' : index === passed ? 'decided' : 'untouched'}
            aria-current={index === passed ? 'step' : undefined}
          >
            <span className={styles.gate} />
            <b>{name}</b>
            <small>{words[gate] || '\u00a0'}</small>
          </li>
        ))}
      </ol>
      <p className={styles.reason}>
        <code>{answer.served_reason}</code> {explainReason(answer, endpoint, nowMs)}
      </p>
      <div className={styles.next}>
        {next.act.kind === 'run' ? (
          <Button size="small" onPress={() => next.act.kind === 'run' && props.onRun(next.act.refresh)}>
            {next.label}
          </Button>
        ) : (
          <Link to={`${base}/${next.act.tab}` as never}>{next.label}</Link>
        )}
      </div>
    </section>
  );
}
