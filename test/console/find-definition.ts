import type { ConsoleOfTests } from './start-console.ts';

/** The first stored action or cohort of this name, as the list of the service has it; null where there is none. */
export async function findDefinition(
  { service }: ConsoleOfTests,
  list: 'actions' | 'cohorts',
  wanted: string,
) {
  const { json } = await service.call('GET', list);
  return json.results.find(({ name }: { readonly name: string }) => name === wanted) ?? null;
}
