import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { components } from '../../api/schema.d.ts';
import { Moment } from '../../parts/clock.tsx';
import { formatCount } from '../../parts/format.ts';
import { ProblemLine } from '../../parts/states.tsx';

/** How many events would go and when they were, as the service has counted them. */
export function FoundEvents(props: {
  readonly found: UseQueryResult<components['schemas']['FoundEvents']>;
}): ReactElement {
  const { data, error } = props.found;
  if (error) return <ProblemLine error={error} />;
  if (data === undefined) return <p role="status">They are being counted…</p>;
  return (
    <p role="status">
      <b>
        {formatCount(data.events)} {data.events === 1 ? 'event goes' : 'events go'}
      </b>
      {data.first && (
        <>
          , from <Moment at={data.first} /> to <Moment at={data.last} />
        </>
      )}
      .
    </p>
  );
}
