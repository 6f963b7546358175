import type { ImportCounts } from '../../../adapters/store/import-store.ts';

/** The sum of two counts, member by member. */
export function addCounts(some: ImportCounts, more: ImportCounts): ImportCounts {
  return {
    read: some.read + more.read,
    inserted: some.inserted + more.inserted,
    duplicate: some.duplicate + more.duplicate,
    rejected: some.rejected + more.rejected,
  };
}
