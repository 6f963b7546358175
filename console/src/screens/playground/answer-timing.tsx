import type { ReactElement } from 'react';
import { formatMs } from '../../parts/format.ts';
import styles from './playground.module.css';

interface Stage {
  readonly name: string;
  readonly ms: number;
}

/** `load;dur=0.04, check;dur=0.018` as stages in their order. */
function readServerTiming(header: string | null): readonly Stage[] {
  return (header ?? '')
    .split(',')
    .map((part) => /^\s*([^;\s]+).*?;\s*dur=([\d.]+)/.exec(part))
    .flatMap((found) => (found === null ? [] : [{ name: found[1] ?? '', ms: Number(found[2]) }]));
}

/** Stages of the service one after another, and what the network and this browser took beside them. */
export function AnswerTiming(props: {
  readonly header: string | null;
  readonly tookMs: number;
}): ReactElement {
  const stages = readServerTiming(props.header);
  const service = stages.reduce((sum, { ms }) => sum + ms, 0);
  const all = [...stages, { name: 'network and browser', ms: Math.max(0, props.tookMs - service) }];
  const total = Math.max(props.tookMs, service, 0.001);
  let startMs = 0;
  return (
    <div className={styles.timing}>
      <table>
        <thead>
          <tr>
            <th>Stage</th>
            <th>Time</th>
            <th>
              <span className="visually-hidden">Place in the whole</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {all.map(({ name, ms }, index) => {
            const left = (startMs / total) * 100;
            startMs += ms;
            return (
              <tr key={name}>
                <td>{name}</td>
                <td>{formatMs(ms)}</td>
                <td>
                  <span
                    className={styles.span}
                    data-outside={index === all.length - 1 || undefined}
                    style={{ marginInlineStart: `${left}%`, width: `${Math.max(0.4, (ms / total) * 100)}%` }}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <td>All</td>
            <td>{formatMs(props.tookMs)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
