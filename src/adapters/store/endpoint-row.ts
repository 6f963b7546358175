import type { AuthorColumns, EndpointTable, EndpointVersionTable } from './tables/endpoint-tables.ts';

/** Who made something: a key, and the label that the key had then. */
export interface Author {
  readonly keyId: string;
  readonly label: string;
}

export type EndpointLimits = EndpointTable['limits'];

/** What an owner can set on an endpoint without making a version. Ages in seconds. */
export type EndpointSettings = Pick<
  EndpointTable,
  | 'name'
  | 'description'
  | 'isActive'
  | 'cacheAgeSeconds'
  | 'staleWhileRevalidateSeconds'
  | 'staleIfErrorSeconds'
  | 'isMaterialized'
  | 'syncFrequency'
  | 'allowedOverrides'
  | 'limits'
> & { readonly tags: readonly string[] };

/** The columns among what a caller's object may hold; tags stand in a table of their own. */
export function settingColumns(settings: EndpointSettings): Omit<EndpointSettings, 'tags'> {
  return {
    name: settings.name,
    description: settings.description,
    isActive: settings.isActive,
    cacheAgeSeconds: settings.cacheAgeSeconds,
    staleWhileRevalidateSeconds: settings.staleWhileRevalidateSeconds,
    staleIfErrorSeconds: settings.staleIfErrorSeconds,
    isMaterialized: settings.isMaterialized,
    syncFrequency: settings.syncFrequency,
    allowedOverrides: settings.allowedOverrides,
    limits: settings.limits,
  };
}

/** An endpoint as stored. Instants are milliseconds since 1970. */
export type EndpointRow = Omit<EndpointTable, keyof AuthorColumns | 'deletedAtMs'> & {
  readonly tags: readonly string[];
  readonly createdBy: Author;
};

/** One immutable version of an endpoint's query. */
export type VersionRow = Omit<EndpointVersionTable, keyof AuthorColumns> & { readonly createdBy: Author };

/** A row with the two columns of its author as one member. */
export function withAuthor<Row extends AuthorColumns>({ createdByKeyId, createdByLabel, ...row }: Row) {
  return { ...row, createdBy: { keyId: createdByKeyId, label: createdByLabel } };
}

export function authorColumns({ keyId, label }: Author): AuthorColumns {
  return { createdByKeyId: keyId, createdByLabel: label };
}
