import { FIGURES } from './measured-figures.ts';

/** What a deployment has to carry, and of what machines it is made. */
export interface Load {
  readonly eventsPerDay: number;
  /** The busiest hour, of the mean hour of a day. */
  readonly peak: number;
  readonly retentionDays: number;
  /** Lookups that hold each event. */
  readonly lookups: number;
  /** Runs of endpoints per second at the peak. */
  readonly queriesPerSecond: number;
  /** Share of runs that are answered from memory. */
  readonly cachedShare: number;
  /** Share of the other runs that a lookup answers. */
  readonly lookupShare: number;
  readonly projects: number;
  /** Share of all events that the largest project has. */
  readonly largestShare: number;
  /** Days that a question reads. */
  readonly queryDays: number;
  /** Copies of each shard. */
  readonly replicas: number;
  /** Cores and disk of a machine of the engine. */
  readonly cores: number;
  readonly diskTb: number;
}

/** Something that has an end. `used` is the share of it that the load takes, 1 = all. */
export interface Limit {
  readonly what: string;
  readonly used: number;
  /** What is added when it is not enough. */
  readonly more: string;
}

export interface Deployment {
  readonly form: string;
  readonly services: number;
  readonly lanes: number;
  readonly shards: number;
  readonly replicas: number;
  readonly keepers: number;
  readonly postgres: number;
  readonly redis: number;
  readonly eventsPerSecond: number;
  readonly peakEventsPerSecond: number;
  readonly bytesPerEvent: number;
  readonly lookupBytesPerEvent: number;
  readonly diskBytesPerCopy: number;
  readonly rowsPerQuery: number;
  readonly largestRows: number;
  /** Processor time of the engine for the largest project's funnel. */
  readonly largestFunnelSeconds: number;
  readonly engineCores: { readonly writing: number; readonly lookups: number; readonly queries: number };
  readonly serviceCores: { readonly capture: number; readonly hits: number; readonly computed: number };
  readonly limits: readonly Limit[];
}

/** A machine is planned to be this busy at the peak, so that the loss of one and a bad minute are carried too. */
export const BUSY = 0.5;
/** A disk is planned to be this full: merges need room for what they rewrite. */
export const FULL = 0.7;
/** Share of a project's events that have the names which a question asks for. */
export const NAMED_SHARE = 0.25;
/** Of questions that read events: trends with a filter, trends of persons, funnels. */
const QUESTIONS = { columnScan: 0.5, actorScan: 0.3, funnelScan: 0.2 } as const;
/** One event loop is what a service has for its callers. */
const SERVICE_CORES = 1;

const DAY_SECONDS = 86_400;
const TERABYTE = 1e12;

/** The deployment that carries a load. */
export function computeDeployment(load: Load): Deployment {
  const eventsPerSecond = load.eventsPerDay / DAY_SECONDS;
  const peakEventsPerSecond = eventsPerSecond * load.peak;
  const rows = rowsOf(load);
  const engineCores = engineCoresOf(load, peakEventsPerSecond, rows.perQuery);
  const serviceCores = serviceCoresOf(load, peakEventsPerSecond);
  const disk = diskOf(load);
  const shards = shardsOf(load, engineCores, disk.perCopy);
  const lanes = Math.ceil(peakEventsPerSecond / (FIGURES.writer.value * BUSY));
  const nodes = shards * load.replicas;
  const loops = sum(Object.values(serviceCores)) / (SERVICE_CORES * BUSY);
  const services = nodes === 1 && lanes === 1 && loops <= 1 ? 1 : Math.max(2, lanes, Math.ceil(loops));
  const isCluster = nodes > 1;
  const sizes = { services, lanes, shards };
  return {
    form: formOf(services, isCluster),
    ...sizes,
    replicas: load.replicas,
    keepers: isCluster ? 3 : 0,
    postgres: services > 1 ? 2 : 0,
    redis: services > 1 ? 1 : 0,
    eventsPerSecond,
    peakEventsPerSecond,
    bytesPerEvent: disk.perEvent,
    lookupBytesPerEvent: FIGURES.lookupBytes.value,
    diskBytesPerCopy: disk.perCopy,
    rowsPerQuery: rows.perQuery,
    largestRows: rows.ofLargest,
    largestFunnelSeconds: rows.ofLargest * FIGURES.funnelScan.value * 1e-9,
    engineCores,
    serviceCores,
    limits: limitsOf(load, sizes, { peakEventsPerSecond, engineCores, serviceCores, disk: disk.perCopy }),
  };
}

function formOf(services: number, isCluster: boolean): string {
  if (isCluster) return 'cluster';
  return services === 1 ? 'one process' : 'engine process';
}

function rowsOf(load: Load): { readonly perQuery: number; readonly ofLargest: number } {
  const days = Math.min(load.queryDays, load.retentionDays);
  const named = load.eventsPerDay * days * NAMED_SHARE;
  return { perQuery: named / load.projects, ofLargest: named * load.largestShare };
}

function engineCoresOf(load: Load, peakEvents: number, rowsPerQuery: number): Deployment['engineCores'] {
  const computed = load.queriesPerSecond * (1 - load.cachedShare);
  const scanned = computed * (1 - load.lookupShare);
  const nsPerRow = sum(
    (Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[]).map(
      (kind) => QUESTIONS[kind] * FIGURES[kind].value,
    ),
  );
  const scanSeconds = FIGURES.smallQuery.value * 1e-3 + rowsPerQuery * nsPerRow * 1e-9;
  return {
    writing: peakEvents * FIGURES.captureEngine.value * 1e-6,
    lookups: peakEvents * load.lookups * FIGURES.lookupInsert.value * 1e-6,
    queries: scanned * scanSeconds + computed * load.lookupShare * FIGURES.lookupRun.value * 1e-3,
  };
}

function serviceCoresOf(load: Load, peakEvents: number): Deployment['serviceCores'] {
  const runs = load.queriesPerSecond;
  const computedMs = FIGURES.computedRun.value - FIGURES.smallQuery.value;
  return {
    capture: peakEvents * FIGURES.captureService.value * 1e-6,
    hits: runs * load.cachedShare * FIGURES.hit.value * 1e-6,
    computed: runs * (1 - load.cachedShare) * computedMs * 1e-3,
  };
}

function diskOf({ eventsPerDay, retentionDays, lookups }: Load): {
  readonly perEvent: number;
  readonly perCopy: number;
} {
  const own = FIGURES.eventBytes.value + FIGURES.idBytes.value;
  const perEvent = own + lookups * FIGURES.lookupBytes.value;
  return { perEvent, perCopy: eventsPerDay * retentionDays * perEvent };
}

/** Every copy of a shard writes its events; the copies of a shard share its queries. */
function shardsOf(
  { replicas, cores, diskTb }: Load,
  { writing, lookups, queries }: Deployment['engineCores'],
  diskPerCopy: number,
): number {
  const byProcessor = (writing + lookups + queries / replicas) / (cores * BUSY);
  const byDisk = diskPerCopy / (diskTb * TERABYTE * FULL);
  return Math.max(1, Math.ceil(byProcessor), Math.ceil(byDisk));
}

/** Limits of the deployment, the one that is nearest first. */
function limitsOf(
  load: Load,
  { services, lanes, shards }: Pick<Deployment, 'services' | 'lanes' | 'shards'>,
  needs: {
    readonly peakEventsPerSecond: number;
    readonly engineCores: Deployment['engineCores'];
    readonly serviceCores: Deployment['serviceCores'];
    readonly disk: number;
  },
): readonly Limit[] {
  const { writing, lookups, queries } = needs.engineCores;
  const writer = FIGURES.writer.value;
  const limits: readonly Limit[] = [
    {
      what: 'processor of the engines',
      used: (writing + lookups + queries / load.replicas) / (shards * load.cores),
      more: 'shards; copies for queries',
    },
    {
      what: 'disks of the engines',
      used: needs.disk / (shards * load.diskTb * TERABYTE),
      more: 'shards, or a shorter retention',
    },
    {
      what: 'event loops of the services',
      used: sum(Object.values(needs.serviceCores)) / (services * SERVICE_CORES),
      more: 'services',
    },
    {
      what: 'writers',
      used: needs.peakEventsPerSecond / (lanes * writer),
      more: 'lanes, and services for them',
    },
    {
      what: 'the writer of the largest project',
      used: (needs.peakEventsPerSecond * load.largestShare) / writer,
      more: 'nothing: a project has one lane',
    },
  ];
  return limits.toSorted((a, b) => b.used - a.used);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
