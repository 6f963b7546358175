import { startTestService, type TestProject, type TestService } from '../../test/fixtures/start-service.ts';
import { learnProperties, makeEndpoint, makeEndpoints } from '../lookups/ask-sluice.ts';
import { fillCustomerEvents } from '../lookups/customer-events.ts';
import { quietEngine } from '../lookups/quiet-engine.ts';
import { TREND, TREND_QUERY } from './measure-tenant.ts';

const SMALL_EVENTS = 100_000;

/** A service with a small tenant, and one or many projects whose events grow. */
export interface GrowingTable {
  readonly service: TestService;
  /** Its events stay as many. */
  readonly small: TestProject;
  /** The first of those that grow. */
  readonly growing: TestProject;
  /** Makes the events of the others so many. */
  growTo(events: number): Promise<void>;
}

/** @param firstSize the events that those which grow will have first; the ordinary customer is among them */
export async function openGrowingTable(projects: number, firstSize: number): Promise<GrowingTable> {
  const service = await startTestService({ testClock: false });
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
  await fillCustomerEvents(engine, fill);
  let from = 0;
  return {
    service,
    small,
    growing,
    growTo: async (events) => {
      const all = { first: growing.projectId, count: projects };
      await fillCustomerEvents(engine, {
        from,
        count: events - from,
        ordinaryAmong: firstSize,
        projects: all,
      });
      from = events;
      await quietEngine(engine);
    },
  };
}
