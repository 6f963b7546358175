import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './problem.ts';

/** Longest wait that is worth one more try by itself, in seconds. */
const LONGEST_WAIT_SECONDS = 60;

/**
 * What was read stays for five minutes after the last screen that shows it. A read that the service put off (429, 503)
 * is tried once more by itself after `Retry-After`; a silence is not, because the frame asks until the service is back
 * and then reads all again.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      gcTime: 300_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) =>
        failures < 1 &&
        error instanceof ApiProblem &&
        error.retryAfterSeconds !== null &&
        error.retryAfterSeconds <= LONGEST_WAIT_SECONDS,
      retryDelay: (_, error) => 1000 * (error instanceof ApiProblem ? (error.retryAfterSeconds ?? 1) : 1),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
