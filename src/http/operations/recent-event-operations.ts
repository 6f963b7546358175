import { recentEventsQuerySchema, recentEventsSchema } from '../../schema/recent-events-query.ts';
import { inProject } from './below.ts';
import { inChapter } from './in-chapter.ts';

/** Events as they come in. */
export const recentEventOperations = inChapter('Definitions', 'query:read', {
  list: {
    id: 'listRecentEvents',
    ...inProject('GET', '/events/recent'),
    summary: 'Watch events come in',
    description:
      'The last events that this service has accepted from senders, at most 1,000 and 1 MiB of a project, from memory: ' +
      'they are gone after a restart, and after a deletion of a person or of events. Answers at once, or with `wait` when ' +
      'one comes; a key gets four answers a second. Where several services share a store, each tells of its own.',
    query: recentEventsQuerySchema,
    answers: { 200: { description: 'Events, oldest first', schema: recentEventsSchema } },
    errors: ['throttled'],
  },
});
