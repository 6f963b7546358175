import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type {
  BuildObservation,
  Observation,
  Observe,
  PersonFoldObservation,
} from '../../base/observation.ts';
import { Tally } from './tally.ts';

/** Numbers read when metrics are asked for. */
export interface MetricsProbes {
  readonly cacheBytes: () => number;
  readonly cacheEntries: () => number;
  readonly runningQueries: () => number;
  readonly waitingQueries: () => number;
  readonly personOverrides: () => number;
  readonly spoolBytes: () => number;
  readonly captureLagMs: () => number;
  readonly promotedProperties: () => number;
}

export interface Metrics {
  readonly observe: Observe;
  /** The Prometheus text. */
  render(): Promise<string>;
  /** Reads gauges from the running service; called once, when its parts exist. */
  probe(probes: MetricsProbes): void;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const BUILD_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 180, 600, 1800];

/** Counts observations for Prometheus. Labels are closed lists (routes, codes, states), never names of users. */
export function metricsSink(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = makeCounters(registry);
  const tallies = { requests: new Tally(counters.requests), runs: new Tally(counters.runs) };
  const all: Counters = { ...counters, ...tallies };
  return {
    observe: (observation) => count(all, observation),
    render: async () => {
      for (const tally of Object.values(tallies)) tally.flush();
      return registry.metrics();
    },
    probe: (probes) => addGauges(registry, probes),
  };
}

type Counters = Omit<ReturnType<typeof makeCounters>, 'requests' | 'runs'> & {
  readonly requests: Tally<'route' | 'status'>;
  readonly runs: Tally<'cache' | 'reason'>;
};

function makeCounters(registry: Registry) {
  const registers = [registry];
  return {
    requests: new Counter({
      name: 'sluice_requests_total',
      help: 'HTTP requests by route and status.',
      labelNames: ['route', 'status'],
      registers,
    }),
    errors: new Counter({
      name: 'sluice_errors_total',
      help: 'Error answers by code.',
      labelNames: ['code'],
      registers,
    }),
    runs: new Counter({
      name: 'sluice_runs_total',
      help: 'Runs by cache state and reason of the source.',
      labelNames: ['cache', 'reason'],
      registers,
    }),
    runSeconds: new Histogram({
      name: 'sluice_run_seconds',
      help: 'Time from request to answer of a run.',
      labelNames: ['cache'],
      buckets: SECONDS,
      registers,
    }),
    rowsRead: new Counter({
      name: 'sluice_engine_rows_read_total',
      help: 'Rows the engine read for runs.',
      registers,
    }),
    captured: new Counter({
      name: 'sluice_captured_events_total',
      help: 'Events received by outcome; duplicates are accepted first and found when they are written.',
      labelNames: ['outcome'],
      registers,
    }),
    engineExits: new Counter({
      name: 'sluice_engine_exits_total',
      help: 'Exits of the embedded engine.',
      registers,
    }),
    ...makeBuildMetrics(registers),
    ...makeFoldMetrics(registers),
    promotions: new Counter({
      name: 'sluice_promotions_total',
      help: 'Properties whose columns changed, by what became of them.',
      labelNames: ['outcome'],
      registers,
    }),
    failures: new Counter({
      name: 'sluice_failures_total',
      help: 'Defects and failed background work.',
      registers,
    }),
  };
}

function makeBuildMetrics(registers: Registry[]) {
  return {
    builds: new Counter({
      name: 'sluice_builds_total',
      help: 'Builds of materialized endpoints by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    buildSeconds: new Histogram({
      name: 'sluice_build_seconds',
      help: 'Time that completed and failed builds took.',
      labelNames: ['outcome'],
      buckets: BUILD_SECONDS,
      registers,
    }),
    buildLagSeconds: new Histogram({
      name: 'sluice_build_lag_seconds',
      help: 'Time between the moment a build was due and its begin.',
      buckets: BUILD_SECONDS,
      registers,
    }),
    buildMismatches: new Counter({
      name: 'sluice_build_mismatches_total',
      help: 'Snapshots that differed from the direct answer.',
      registers,
    }),
  };
}

function makeFoldMetrics(registers: Registry[]) {
  return {
    foldedOverrides: new Counter({
      name: 'sluice_folded_person_overrides_total',
      help: 'Overrides of persons that were folded into events.',
      registers,
    }),
    foldSeconds: new Histogram({
      name: 'sluice_person_fold_seconds',
      help: 'Time that rewriting events took.',
      buckets: BUILD_SECONDS,
      registers,
    }),
  };
}

function count(counters: Counters, observation: Observation): void {
  switch (observation.kind) {
    case 'request':
      countRequest(counters, observation.route, String(observation.status));
      if (observation.errorCode !== undefined) counters.errors.inc({ code: observation.errorCode });
      return;
    case 'run': {
      const cache = observation.cacheState ?? 'none';
      const reason = observation.reason ?? 'none';
      counters.runs.add(`${cache} ${reason}`, () => ({ cache, reason }));
      counters.runSeconds.observe({ cache }, observation.durationMs / 1000);
      if (observation.rowsRead !== undefined) counters.rowsRead.inc(observation.rowsRead);
      return;
    }
    case 'build':
      countBuild(counters, observation);
      return;
    case 'capture':
      counters.captured.inc({ outcome: 'accepted' }, observation.accepted);
      counters.captured.inc({ outcome: 'rejected' }, observation.rejected);
      return;
    case 'engine_child':
      if (observation.event === 'exited') counters.engineExits.inc();
      return;
    case 'person_fold':
      countFold(counters, observation);
      return;
    case 'failure':
      counters.failures.inc();
      return;
    case 'promotion':
      counters.promotions.inc({ outcome: observation.outcome }, observation.properties.length);
      return;
    case 'capture_write':
      counters.captured.inc({ outcome: 'duplicate' }, observation.duplicates);
      return;
    case 'property_reads':
    case 'lifecycle':
    case 'warning':
      return;
    default:
      observation satisfies never;
  }
}

function countRequest({ requests }: Counters, route: string, status: string): void {
  requests.add(`${route} ${status}`, () => ({ route, status }));
}

function countBuild(counters: Counters, { outcome, durationMs, lagMs, verified }: BuildObservation): void {
  counters.builds.inc({ outcome });
  counters.buildLagSeconds.observe(lagMs / 1000);
  if (outcome === 'built' || outcome === 'failed')
    counters.buildSeconds.observe({ outcome }, durationMs / 1000);
  if (verified === false) counters.buildMismatches.inc();
}

function countFold({ foldedOverrides, foldSeconds }: Counters, fold: PersonFoldObservation): void {
  if (fold.step !== 'rewritten') return;
  foldedOverrides.inc(fold.overrides);
  foldSeconds.observe(fold.durationMs / 1000);
}

function addGauges(registry: Registry, probes: MetricsProbes): void {
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  };
  gauge('sluice_cache_bytes', 'Bytes in the result cache.', probes.cacheBytes);
  gauge('sluice_cache_entries', 'Entries in the result cache.', probes.cacheEntries);
  gauge('sluice_queries_running', 'Engine queries running.', probes.runningQueries);
  gauge('sluice_queries_waiting', 'Engine queries waiting for a place.', probes.waitingQueries);
  gauge('sluice_person_overrides', 'Overrides of persons that queries join.', probes.personOverrides);
  gauge('sluice_spool_bytes', 'Bytes of accepted events that queries do not see yet.', probes.spoolBytes);
  gauge(
    'sluice_capture_lag_seconds',
    'Age of the oldest accepted event that queries do not see yet.',
    () => probes.captureLagMs() / 1000,
  );
  gauge(
    'sluice_promoted_properties',
    'Properties of events that are read from columns of their own.',
    probes.promotedProperties,
  );
}
