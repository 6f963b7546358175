import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useEffect, useState } from 'react';
import { fetchRaw } from '../api/client.ts';
import { connection } from '../api/connection.ts';
import { useStore } from '../api/store.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/states.tsx';

/** Seconds between tries, the last one again and again. */
const TRIES_SECONDS = [1, 2, 5, 10] as const;

/** "No answer from the service since 10:02", while it is away; asks until it is back, and then reads all again. */
export function AwayBar(): ReactElement | null {
  const { awaySince } = useStore(connection);
  const client = useQueryClient();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (awaySince === null) return setTries(0);
    const seconds = TRIES_SECONDS[Math.min(tries, TRIES_SECONDS.length - 1)] ?? 10;
    const timer = setTimeout(async () => {
      await fetchRaw('/_livez').catch(() => undefined);
      if (connection.get().awaySince === null) void client.invalidateQueries();
      else setTries(tries + 1);
    }, seconds * 1000);
    return () => clearTimeout(timer);
  }, [awaySince, tries, client]);
  if (awaySince === null) return null;
  const time = new Date(awaySince).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return (
    <Notice
      tone="danger"
      actions={
        <Button size="small" onPress={() => setTries(0)}>
          Try now
        </Button>
      }
    >
      No answer from the service since {time}. What you typed is kept; the console goes on by itself when the
      service is back.
    </Notice>
  );
}
