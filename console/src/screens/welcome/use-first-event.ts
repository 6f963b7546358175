import { useQuery } from '@tanstack/react-query';
import type { EventDefinition } from '../../data/catalogue.ts';
import { eventsQuery } from '../../data/names.ts';
import { useLiveEvents } from '../../data/recent-events.ts';
import { hasScope } from '../../session/has-scope.ts';
import { useSessionKey } from '../../session/permission.ts';

/** How often the names of events are read while none is known, in ms. */
const LOOK_MS = 1500;

/** Waits for the first event of a project: in the memory of the service, and among the names that came in. */
export function useFirstEvent(projectId: number): {
  /** Null until it is known whether any came. */
  readonly hasCome: boolean | null;
  /** Its name, where it was seen coming. */
  readonly name: string | null;
  /** Names that came in, the busiest first; they follow the first event after a moment. */
  readonly names: readonly EventDefinition[];
} {
  const key = useSessionKey();
  const events = useQuery({
    ...eventsQuery(projectId),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.names.length === 0 ? LOOK_MS : false),
  });
  const names = events.data?.names ?? [];
  const isWaiting = events.data !== undefined && names.length === 0;
  const live = useLiveEvents(projectId, NO_FILTER, !isWaiting || !hasScope(key, 'query:read'));
  const seen = live.events[0]?.event ?? names[0]?.name ?? null;
  const hasCome = events.data === undefined && live.events.length === 0 ? null : seen !== null;
  return { hasCome, name: seen, names };
}

const NO_FILTER = { event: '', distinctId: '', property: '' };
