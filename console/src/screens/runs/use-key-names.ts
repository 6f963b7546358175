import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keysQuery } from '../../data/keys.ts';

/** Labels of keys by id, as far as the key of this session may see them, those that were used last first. */
export function useKeyNames(): ReadonlyMap<string, string> {
  const keys = useQuery(keysQuery).data;
  return useMemo(() => {
    const byUse = [...(keys ?? [])].sort((a, b) => usedAt(b).localeCompare(usedAt(a)));
    return new Map(byUse.map(({ id, label }) => [id, label]));
  }, [keys]);
}

const usedAt = ({ last_used_at }: { readonly last_used_at: string | null }): string => last_used_at ?? '';
