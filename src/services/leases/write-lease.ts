import type { Engine } from '../../adapters/engine/engine.ts';
import type { Database } from '../../adapters/store/database.ts';

/** The right to write events, while its holder works. */
export interface WriteLease {
  /** The engine for the holder: its statements end before the lease does. */
  on(engine: Engine): Engine;
  /** The store for the holder: a transaction fails when the lease is lost. */
  in<Store extends Pick<Database, 'transaction'>>(database: Store): Store;
}

/** Keeps others from writing events of a project while `work` runs. */
export interface WriteLock {
  hold<T>(projectId: number, work: (lease: WriteLease) => Promise<T>): Promise<T>;
}

/** Where nobody else can write: it never ends. */
export const OWN_LEASE: WriteLease = { on: (engine) => engine, in: (database) => database };

/** The services for work that only the holder may do. */
export function underLease<Services extends { readonly engine: Engine; readonly database: Database }>(
  lease: WriteLease,
  services: Services,
): Services {
  if (lease === OWN_LEASE) return services;
  return { ...services, engine: lease.on(services.engine), database: lease.in(services.database) };
}
