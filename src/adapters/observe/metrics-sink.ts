import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { STALL_MS } from '../../base/loop-watch.ts';
import type {
  BuildObservation,
  Observation,
  Observe,
  PersonFoldObservation,
  RunObservation,
} from '../../base/observation.ts';
import { type EndpointLabels, endpointLabels } from './endpoint-labels.ts';
import { Tally } from './tally.ts';

/** Numbers that are read when metrics are asked for. */
export interface MetricsProbes {
  readonly cacheBytes: () => number;
  readonly cacheEntries: () => number;
  readonly runningQueries: () => number;
  readonly waitingQueries: () => number;
  readonly personOverrides: () => number;
  readonly spoolBytes: () => number;
  readonly captureLagMs: () => number;
  readonly promotedProperties: () => number;
  readonly runningTasks: () => number;
  readonly waitingTasks: () => number;
  /** Absent without Redis. */
  readonly isRedisUp?: () => boolean;
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

/** Most endpoints that have series of their own. */
const MOST_ENDPOINTS = 1_000;

const ENDPOINT_LABELS = ['project', 'endpoint', 'outcome'] as const;

/**
 * Counts observations for Prometheus. Labels are closed lists (routes, codes, states) and a bounded number of ids,
 * never names of users.
 */
export function metricsSink(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = makeCounters(registry);
  const tallies = {
    requests: new Tally(counters.requests),
    runs: new Tally(counters.runs),
    endpointRuns: new Tally(counters.endpointRuns),
  };
  const all: Counters = { ...counters, ...tallies, labelsOf: endpointLabels(MOST_ENDPOINTS) };
  return {
    observe: (observation) => count(all, observation),
    render: async () => {
      for (const tally of Object.values(tallies)) tally.flush();
      return registry.metrics();
    },
    probe: (probes) => addGauges(registry, probes),
  };
}

type Counters = Omit<ReturnType<typeof makeCounters>, 'requests' | 'runs' | 'endpointRuns'> & {
  readonly requests: Tally<'route' | 'status'>;
  readonly runs: Tally<'cache' | 'reason'>;
  readonly endpointRuns: Tally<'project' | 'endpoint' | 'outcome'>;
  readonly labelsOf: (run: RunObservation) => EndpointLabels;
};

function makeCounters(registry: Registry) {
  const registers = [registry];
  const counter = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const seconds = <Label extends string = never>(
    name: string,
    help: string,
    buckets: number[],
    ...labelNames: Label[]
  ) => new Histogram({ name, help, labelNames, buckets, registers });
  return {
    requests: counter('sluice_requests_total', 'HTTP requests by route and status.', 'route', 'status'),
    errors: counter('sluice_errors_total', 'Error answers by code.', 'code'),
    runs: counter('sluice_runs_total', 'Runs by cache state and reason of the source.', 'cache', 'reason'),
    endpointRuns: counter('sluice_endpoint_runs_total', 'Runs, by id.', ...ENDPOINT_LABELS),
    runSeconds: seconds('sluice_run_seconds', 'Time from request to answer of a run.', SECONDS, 'cache'),
    rowsRead: counter('sluice_engine_rows_read_total', 'Rows the engine read for runs.'),
    captured: counter(
      'sluice_captured_events_total',
      'Events received by outcome; duplicates are accepted first and found when they are written.',
      'outcome',
    ),
    engineExits: counter('sluice_engine_exits_total', 'Exits of the embedded engine.'),
    builds: counter('sluice_builds_total', 'Builds of materialized endpoints by outcome.', 'outcome'),
    buildSeconds: seconds(
      'sluice_build_seconds',
      'Time that completed and failed builds took.',
      BUILD_SECONDS,
      'outcome',
    ),
    buildLagSeconds: seconds(
      'sluice_build_lag_seconds',
      'Time between the moment a build was due and its begin.',
      BUILD_SECONDS,
    ),
    buildMismatches: counter(
      'sluice_build_mismatches_total',
      'Snapshots that differed from the direct answer.',
    ),
    foldedOverrides: counter(
      'sluice_folded_person_overrides_total',
      'Overrides of persons that were folded into events.',
    ),
    foldSeconds: seconds('sluice_person_fold_seconds', 'Time that rewriting events took.', BUILD_SECONDS),
    promotions: counter(
      'sluice_promotions_total',
      'Properties whose columns changed, by what became of them.',
      'outcome',
    ),
    slowReaders: counter(
      'sluice_slow_readers_total',
      'Streams and exports ended because they were read too slowly.',
    ),
    loopDelay: seconds('sluice_loop_delay_seconds', 'How late the event loop was.', SECONDS),
    stalls: counter('sluice_loop_stalls_total', 'Times that the event loop was held longer than 50 ms.'),
    diskSyncs: seconds('sluice_disk_sync_seconds', 'Time that the disk took for a sync.', SECONDS, 'file'),
    failures: counter('sluice_failures_total', 'Defects and failed background work.'),
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
      countEndpointRun(counters, observation);
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
    case 'slow_reader':
      counters.slowReaders.inc();
      return;
    case 'loop_delay':
      counters.loopDelay.observe(observation.delayMs / 1000);
      if (observation.delayMs > STALL_MS) counters.stalls.inc();
      return;
    case 'disk_sync':
      counters.diskSyncs.observe({ file: observation.file }, observation.durationMs / 1000);
      return;
    case 'loop_stall':
    case 'property_reads':
    case 'lookup_asks':
    case 'lifecycle':
    case 'lookup':
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
  gauge('sluice_thread_tasks_running', 'Tasks that threads do.', probes.runningTasks);
  gauge('sluice_thread_tasks_waiting', 'Tasks that wait for a thread.', probes.waitingTasks);
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
  const { isRedisUp } = probes;
  if (isRedisUp !== undefined) gauge('sluice_redis_up', '1 while Redis answers.', () => Number(isRedisUp()));
}

/** Counts a run as refused when the call is wrong, and as failed when the service is. */
function countEndpointRun({ endpointRuns, labelsOf }: Counters, run: RunObservation): void {
  const labels = labelsOf(run);
  const outcome = run.status >= 500 ? 'failed' : run.status >= 400 ? 'refused' : 'answered';
  endpointRuns.add(`${labels.endpoint} ${outcome}`, () => ({ ...labels, outcome }));
}
