import { answerOf, api } from '../api/client.ts';

/** Name of the events that the console sends for a try. */
const TEST_EVENT = 'tried the console';

/** Sends one event as any sender would, with the capture token. @throws ApiProblem */
export const sendTestEvent = (token: string): Promise<unknown> =>
  answerOf(
    api.POST('/i/v0/e', { body: { api_key: token, event: TEST_EVENT, distinct_id: 'console' } as never }),
  );
