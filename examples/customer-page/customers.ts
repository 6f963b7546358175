/** Somebody who signs in to the shop. */
export interface Customer {
  readonly user: string;
  readonly name: string;
  readonly organization: string;
}

/** In a product of yours these stand in a database, and people prove who they are. */
export const CUSTOMERS: readonly Customer[] = [
  { user: 'ada', name: 'Ada', organization: 'Ada Antiques' },
  { user: 'bo', name: 'Bo', organization: 'Bo Bikes' },
  { user: 'cem', name: 'Cem', organization: 'Cem Ceramics' },
];
