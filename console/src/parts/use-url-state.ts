import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/**
 * State that is in the address: filters, sort, range, what is open. Members that equal their default are left out.
 * @param defaults every member with its default, all texts
 * @returns the members as they are, and a change of some of them; `push` makes a step to go back to
 */
export function useUrlState<State extends Readonly<Record<string, string>>>(
  defaults: State,
): readonly [{ readonly [Name in keyof State]: string }, (change: Partial<State>, push?: boolean) => void] {
  const search = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>;
  const navigate = useNavigate();
  const state = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, search[name] ?? value]),
  ) as { [Name in keyof State]: string };
  const change = useCallback(
    (changed: Partial<State>, push = false) => {
      void navigate({
        to: '.',
        replace: !push,
        resetScroll: false,
        hash: true,
        search: ((before: Readonly<Record<string, string>>) =>
          Object.fromEntries(
            Object.entries({ ...before, ...changed }).filter(
              ([name, value]) => value !== '' && value !== defaults[name],
            ),
          )) as never,
      });
    },
    [navigate, defaults],
  );
  return [state, change];
}
