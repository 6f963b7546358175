import { describe, expect, onTestFinished, test } from 'vitest';
import { setPropertyType } from '../../src/adapters/store/definition-store.ts';
import { ensureGroupType } from '../../src/adapters/store/group-type-store.ts';
import { openSqliteDatabase } from '../../src/adapters/store/sqlite-database.ts';
import { openWorkers } from '../../src/app/open-workers.ts';
import { SettableClock } from '../../src/base/clock.ts';
import { isAppError } from '../../src/base/errors.ts';
import { checkShape } from '../../src/schema/check-shape.ts';
import { projectChangeSchema, projectCreateSchema } from '../../src/schema/project.ts';
import { Catalog } from '../../src/services/catalog/catalog.ts';
import { Compiling } from '../../src/services/catalog/compiling.ts';
import { RateLimiter } from '../../src/services/limits/rate.ts';
import { changeProject, rollCaptureToken } from '../../src/services/projects/change-project.ts';
import { createProject } from '../../src/services/projects/create-project.ts';
import { getProject, listProjects } from '../../src/services/projects/get-project.ts';
import { NOW } from '../store/add-project.ts';

// [SPEC-2.2.1].

const AUTHOR = { keyId: 'key-1', label: 'root' };
const MADE = { captureToken: 'slc_a', author: AUTHOR };
const CALLER = { projectId: 1, author: AUTHOR };

async function openProjects() {
  const database = await openSqliteDatabase(':memory:');
  onTestFinished(() => database.close());
  const prepared: number[] = [];
  const engine = { ensureProject: async (projectId: number) => void prepared.push(projectId) };
  const directory = new Catalog(database);
  const clock = new SettableClock(NOW);
  // No thread starts before it has work.
  const compiling = new Compiling(openWorkers({}), new RateLimiter([], clock));
  const services = { database, clock, engine, catalog: directory, compiling };
  return { services, prepared, directory };
}

describe('createProject', () => {
  test('fills in the defaults and prepares the engine', async () => {
    const { services, prepared } = await openProjects();
    const project = await createProject(services, projectCreateSchema.parse({ name: ' Shop ' }), MADE);
    expect(project).toEqual({
      id: 1,
      name: 'Shop',
      timezone: 'UTC',
      week_start_day: 0,
      test_account_filters: [],
      path_cleaning_filters: [],
      allowed_origins: [],
      event_retention_days: null,
      api_token: 'slc_a',
      created_at: '2026-01-05T09:00:00Z',
    });
    expect(prepared).toEqual([1]);
    expect(await getProject(services, 1)).toEqual(project);
  });

  test('makes nothing when the engine cannot be prepared', async () => {
    const { services } = await openProjects();
    const engine = { ensureProject: () => Promise.reject(new Error('engine down')) };
    const attempt = createProject({ ...services, engine }, projectCreateSchema.parse({ name: 'x' }), MADE);
    await expect(attempt).rejects.toThrow('engine down');
    expect(await listProjects(services, null)).toEqual([]);
  });
});

describe('the settings of a project', () => {
  test.each([
    ['asia/tokyo', 'Asia/Tokyo'],
    ['utc', 'UTC'],
    ['US/Pacific', 'US/Pacific'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
  ])('time zone %s is %s', (given, stored) => {
    expect(projectChangeSchema.parse({ timezone: given })).toEqual({ timezone: stored });
  });

  test.each([
    [{ timezone: '+01:00' }, 'invalid_value', 'timezone'],
    [{ timezone: 'Mars/Olympus' }, 'invalid_value', 'timezone'],
    [{ timezone: '' }, 'invalid_value', 'timezone'],
    [{ timezone: null }, 'invalid_value', 'timezone'],
    [{ week_start_day: 2 }, 'invalid_value', 'week_start_day'],
    [{ week_start_day: '1' }, 'invalid_value', 'week_start_day'],
    [{ name: '  ' }, 'invalid_value', 'name'],
    [{ api_token: 'slc_x' }, 'unknown_member', 'api_token'],
    [{ path_cleaning_filters: [{ regex: '', alias: '' }] }, 'invalid_value', 'path_cleaning_filters.0.regex'],
    [
      { test_account_filters: [{ key: 'a', operator: 'like', value: 'b' }] },
      'invalid_value',
      'test_account_filters.0.operator',
    ],
  ])('%j is refused', (change, code, attr) => {
    let refusal: unknown;
    try {
      checkShape(projectChangeSchema, change);
    } catch (error) {
      refusal = error;
    }
    expect(isAppError(refusal) && [refusal.code, refusal.attr]).toEqual([code, attr]);
  });

  test('a change keeps what it does not name', async () => {
    const { services } = await openProjects();
    const project = await createProject(services, projectCreateSchema.parse({ name: 'Shop' }), MADE);
    expect(await changeProject(services, CALLER, { timezone: 'Asia/Tokyo' })).toEqual({
      ...project,
      timezone: 'Asia/Tokyo',
      warnings: [],
    });
  });
});

describe('the directory', () => {
  test('tells every change at once, each with another revision', async () => {
    const { services, directory } = await openProjects();
    await createProject(services, projectCreateSchema.parse({ name: 'Shop' }), MADE);
    const revisions = [(await directory.context(1))?.revision];
    await changeProject(services, CALLER, { timezone: 'Asia/Tokyo', week_start_day: 1 });
    revisions.push((await directory.context(1))?.revision);
    await services.database.transaction((transaction) => ensureGroupType(transaction, 1, 'company'));
    revisions.push((await directory.context(1))?.revision);
    const age = { type: 'person', name: 'age', propertyType: 'Numeric' } as const;
    await services.database.transaction((transaction) => setPropertyType(transaction, 1, age, NOW));
    const context = await directory.context(1);
    revisions.push(context?.revision);
    expect(new Set(revisions).size).toBe(4);
    expect(context).toMatchObject({ timezone: 'Asia/Tokyo', weekStartDay: 1, groupTypes: ['company'] });
    expect(context?.propertyTypes.person.get('age')).toBe('Numeric');
    expect(context?.propertyTypes.event.size).toBe(0);
  });

  test('keeps what it read while nothing changes', async () => {
    const { services, directory } = await openProjects();
    await createProject(services, projectCreateSchema.parse({ name: 'Shop' }), MADE);
    expect(await directory.context(1)).toBe(await directory.context(1));
  });

  test('a rolled capture token stops at once', async () => {
    const { services, directory } = await openProjects();
    await createProject(services, projectCreateSchema.parse({ name: 'Shop' }), MADE);
    expect(await directory.byCaptureToken('slc_a')).toBe(1);
    await rollCaptureToken(services, CALLER, 'slc_b');
    expect(await directory.byCaptureToken('slc_a')).toBeUndefined();
    expect(await directory.byCaptureToken('slc_b')).toBe(1);
  });
});
