import { RandomSource } from '../../fixtures/random-source.ts';
import { makeSigner, payloadOf, signedToken, type TestSigner } from '../../fixtures/sign-token.ts';
import type { TestProject, TestService } from '../../fixtures/start-service.ts';
import { ENDPOINTS, eventsOfTenants, fillProject, ORGS, type Org } from './two-tenants.ts';

const EVENTS = 400;
const SUBJECTS = 5;
/** Calls on their way at once: two of each tenant and one by key. */
const BURST = [...ORGS, ...ORGS, 'key'] as const;

interface World {
  readonly service: TestService;
  readonly signer: TestSigner;
  /** For each tenant a project that holds nothing but its events. */
  readonly alone: Readonly<Record<Org, TestProject>>;
}

/** What is asked of an endpoint, the same of both tenants. */
interface Question {
  readonly name: string;
  readonly body: object;
}

export interface InterleavedVerdict {
  readonly asked: number;
  /** Answers with rows, and not a refusal in both worlds. */
  readonly answered: number;
  readonly cached: number;
  readonly disagreements: readonly string[];
}

/**
 * Asks as two tenants in turns, with equal bodies at the same time and a caller with a key between them, and holds each
 * answer to that of a project in which the other tenant does not exist.
 */
export async function judgeInterleaved(
  service: TestService,
  options: { readonly calls: number; readonly seed: number },
): Promise<InterleavedVerdict> {
  const random = new RandomSource(options.seed);
  const world = await makeWorld(service, random);
  const verdict = { asked: 0, answered: 0, cached: 0, disagreements: [] as string[] };
  while (verdict.asked < options.calls && verdict.disagreements.length < 5) {
    const question = makeQuestion(random);
    const expected = await Promise.all(ORGS.map(async (org) => [org, await askAlone(world, org, question)]));
    const rows = new Map(expected as [Org, string][]);
    // The first burst computes, the second is answered from memory.
    for (let round = 0; round < 2; round += 1) {
      const callers = [...BURST].sort(() => random.fraction() - 0.5);
      const answers = await Promise.all(
        callers.map(async (caller) => [caller, await askTogether(world, caller, question, random)] as const),
      );
      for (const [caller, answer] of answers) {
        if (caller === 'key') continue;
        verdict.asked += 1;
        if (answer.text.startsWith('200 ')) verdict.answered += 1;
        if (answer.isCached) verdict.cached += 1;
        if (answer.text === rows.get(caller)) continue;
        verdict.disagreements.push(
          `${caller} asked ${JSON.stringify(question)}\nexpected ${rows.get(caller)}\nfound    ${answer.text}`,
        );
      }
    }
  }
  return verdict;
}

async function makeWorld(service: TestService, random: RandomSource): Promise<World> {
  const events = eventsOfTenants(random, EVENTS);
  const alone = { 'org-a': await service.addProject('Only a'), 'org-b': await service.addProject('Only b') };
  await fillProject(service, events, () => true);
  for (const org of ORGS) await fillProject(alone[org], events, (other) => other === org);
  return { service, alone, signer: await makeSigner(service) };
}

function makeQuestion(random: RandomSource): Question {
  const [first, ...rest] = Object.keys(ENDPOINTS);
  const name = random.pick([first ?? '', ...rest]);
  const { isTable, hasFrom } = ENDPOINTS[name] ?? {};
  const paged = isTable && random.oneIn(2) ? { limit: 1 + random.below(4), offset: random.below(4) } : {};
  const from = `2026-01-${String(1 + random.below(20)).padStart(2, '0')}`;
  const dated = hasFrom && random.oneIn(2) ? { variables: { from } } : {};
  // Also a value that only the other tenant has.
  const value = random.pick(['shirt', 'shoe', "o'hat", 'absent']);
  const org = random.pick<string>(ORGS);
  const property = random.pick<object>([
    { key: 'product', type: 'event', operator: 'exact', value },
    { key: 'organization', type: 'event', operator: 'exact', value: org },
    { key: 'price', type: 'event', operator: 'gt', value: random.below(100) },
  ]);
  const canFilter = name === 'days' || isTable === undefined;
  const filtered = canFilter && random.oneIn(3) ? { filters_override: { properties: [property] } } : {};
  return { name, body: { ...paged, ...dated, ...filtered } };
}

async function askAlone({ alone, service }: World, org: Org, { name, body }: Question): Promise<string> {
  const variables = 'variables' in body ? (body.variables as object) : {};
  const fixed = ENDPOINTS[name]?.hasVariable ? { variables: { ...variables, organization: org } } : {};
  const sent = { ...body, ...fixed };
  return (await ask(alone[org], name, { body: sent, credential: service.rootKey })).text;
}

async function askTogether(
  world: World,
  caller: Org | 'key',
  { name, body }: Question,
  random: RandomSource,
): Promise<{ readonly text: string; readonly isCached: boolean }> {
  const { service, signer } = world;
  if (caller === 'key') return await ask(service, name, { body, credential: service.rootKey });
  const sub = `user-${random.below(SUBJECTS)}`;
  const credential = signedToken(signer, payloadOf(signer, Date.now(), claimsOf(name, caller), { sub }));
  return await ask(service, name, { body, credential });
}

function claimsOf(name: string, org: Org): object {
  const filters = [{ key: 'organization', type: 'event', operator: 'exact', value: org }];
  const fixed = ENDPOINTS[name]?.hasVariable ? { variables: { organization: org } } : { filters };
  return { endpoints: [name], ...fixed, allow: { variables: ['from'], filters: true } };
}

/** The status and the rows of an answer as one text. */
async function ask(
  { url, projectId }: TestProject,
  name: string,
  { body, credential }: { readonly body: object; readonly credential: string },
): Promise<{ readonly text: string; readonly isCached: boolean }> {
  const response = await fetch(`${url}/api/projects/${projectId}/endpoints/${name}/run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  // Border: an answer of which two members are read.
  const json = (await response.json()) as { results?: unknown; is_cached?: boolean; code?: string };
  const shown = response.status === 200 ? JSON.stringify(json.results) : String(json.code);
  return { text: `${response.status} ${shown}`, isCached: json.is_cached === true };
}
