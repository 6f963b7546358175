/** A call that somebody makes from the page with the token that he has. */
export interface Attempt {
  readonly what: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Below the project. */
  readonly path: string;
  readonly body?: unknown;
  /** Made of the token; without it the token is sent as it is. */
  readonly forge?: 'other filter' | 'no filter' | 'alg none' | 'no signature' | 'longer';
}

const RUN = 'endpoints/calls-by-day/run';
const DAYS = { days: 56 };

/** Ways to the rows of another organization. */
export function attemptsAt(organization: string): readonly Attempt[] {
  const filter = { key: 'organization', type: 'event', operator: 'exact', value: organization };
  const run = (what: string, body: object): Attempt => ({ what, method: 'POST', path: RUN, body });
  const forged = (forge: NonNullable<Attempt['forge']>): Attempt => ({
    ...run(`a token with ${forge}`, { variables: DAYS }),
    forge,
  });
  const get = (what: string, query: string): Attempt => ({ what, method: 'GET', path: `${RUN}?${query}` });
  const own = `variables=${encodeURIComponent(JSON.stringify(DAYS))}`;
  const sql = { kind: 'HogQLQuery', query: 'select properties.organization, count() from events group by 1' };
  return [
    run('a filter for the other one', { variables: DAYS, filters_override: { properties: [filter] } }),
    run('a filter that the token fixes, negated', {
      variables: DAYS,
      filters_override: { properties: [{ ...filter, operator: 'is_not' }] },
    }),
    run('SQL as a filter', {
      variables: DAYS,
      filters_override: { properties: [{ key: '1 = 1', type: 'hogql' }] },
    }),
    run('a variable that is not there', { variables: { ...DAYS, organization } }),
    run('SQL in a variable', { variables: { days: `56) or (properties.organization = '${organization}'` } }),
    run('a query of its own', { variables: DAYS, query_override: { query: sql.query } }),
    run('an older version', { variables: DAYS, version: 1 }),
    run('what the service made of it', { variables: DAYS, debug: true }),
    run('a recomputation', { variables: DAYS, refresh: 'force_blocking' }),
    run('members that nobody knows', { variables: DAYS, constraint: null, token: null }),
    run('its own claims beside the token', { variables: DAYS, sluice: { filters: [filter] } }),
    get('variables twice', `${own}&${own}`),
    get('a filter in the address', `${own}&filters_override=${encodeURIComponent(JSON.stringify([filter]))}`),
    get('a key in the address', `${own}&personal_api_key=slp_x`),
    get('another project in the address', `${own}&project_id=2`),
    forged('other filter'),
    forged('no filter'),
    forged('alg none'),
    forged('no signature'),
    forged('longer'),
    { what: 'a query', method: 'POST', path: 'query/', body: { query: sql } },
    { what: 'the definition', method: 'GET', path: 'endpoints/calls-by-day/' },
    { what: 'the list of endpoints', method: 'GET', path: 'endpoints/' },
    { what: 'the run log', method: 'GET', path: 'endpoints/calls-by-day/logs/' },
    { what: 'an export', method: 'GET', path: 'events/export/' },
    { what: 'signing keys', method: 'GET', path: 'signing_keys/' },
    { what: 'its origins', method: 'PATCH', path: '', body: { allowed_origins: ['http://evil.example'] } },
    {
      what: 'a batch with a call for the other one',
      method: 'POST',
      path: 'endpoints/batch_run',
      body: {
        calls: [
          { name: 'calls-by-day', variables: DAYS, filters_override: { properties: [filter] } },
          { name: 'calls-by-day', variables: { ...DAYS, organization } },
        ],
      },
    },
  ];
}
