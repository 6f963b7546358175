import type { LookupAnswer } from '../../src/schema/lookup-answer.ts';
import { startTestService, type TestProject, type TestService } from '../../test/fixtures/start-service.ts';
import { learnProperties, makeEndpoint, makeEndpoints } from '../lookups/ask-sluice.ts';
import { fillCustomerEvents } from '../lookups/customer-events.ts';
import { TREND, TREND_QUERY } from './measure-tenant.ts';
import { fillBehindWriter, untilChosen } from './until-chosen.ts';

const SMALL_EVENTS = 100_000;
/** Every project is large, so that a small scale measures the same. Of the projects that grow one has endpoints. */
const SETTINGS = { testClock: false, largeProjectEvents: 1 } as const;

/** A service with a small tenant, and one or many projects whose events grow. */
export interface GrowingTable {
  readonly service: TestService;
  /** Its events stay as many. */
  readonly small: TestProject;
  /** The first of those that grow. */
  readonly growing: TestProject;
  /**
   * Makes the events of the others so many, and waits for what the service chooses to make for both tenants.
   * @returns the lookups of the small tenant and of the one that grows
   */
  growTo(events: number): Promise<readonly LookupAnswer[]>;
}

/** @param firstSize the events that those which grow will have first; the ordinary customer is among them */
export async function openGrowingTable(projects: number, firstSize: number): Promise<GrowingTable> {
  const service = await startTestService(SETTINGS);
  const small = await service.addProject('small');
  const growing = await service.addProject('growing 1');
  let last = growing;
  for (let at = 2; at <= projects; at += 1) last = await service.addProject(`growing ${at}`);
  if (last.projectId !== growing.projectId + projects - 1) throw new Error('projects are numbered in order');
  const { engine } = service.services;
  for (const project of [small, growing]) {
    await learnProperties(project);
    await makeEndpoints(project);
    await makeEndpoint(project, TREND, TREND_QUERY);
  }
  const one = { first: small.projectId, count: 1 };
  const fill = { from: 0, count: SMALL_EVENTS, ordinaryAmong: SMALL_EVENTS, projects: one };
  await fillBehindWriter(service, small.projectId, () => fillCustomerEvents(engine, fill));
  let from = 0;
  return {
    service,
    small,
    growing,
    growTo: async (events) => {
      const all = { first: growing.projectId, count: projects };
      const more = { from, count: events - from, ordinaryAmong: firstSize, projects: all };
      await fillBehindWriter(service, growing.projectId, () => fillCustomerEvents(engine, more));
      from = events;
      return untilChosen(service, [small, growing]);
    },
  };
}
