/** A number that somebody measured, and where in benchmarks/RESULTS.md it stands. */
export interface Figure {
  readonly value: number;
  readonly unit: string;
  readonly what: string;
  /** How the heading of the section begins. */
  readonly section: string;
  /** Words of that section that have the number, blanks aside. */
  readonly quote: string;
}

const QUIET_HITS = '2026-11-23, 2 × AMD EPYC, Node 24.21.0, late morning, quiet machine';
const QUIET_CAPTURE = '2026-11-21, 2 × AMD EPYC, Node 24.21.0, late, quiet machine';
const TEN_MILLION = '2026-11-21, 2 × AMD EPYC, Node 24.21.0, load average 15 to 30 from other work';
const COLUMNS = '2026-11-21, 2 × AMD EPYC, Node 24.21.0, load average 20 to 25 from other work';
const TEN_MILLION_LOOKED_UP =
  '2026-11-23, 2 × AMD EPYC, Node 24.21.0, quiet machine: lookups of 10 million events';
const BYTES = '2026-11-23, bytes of rows on the disk';

function figure(
  [value, unit]: readonly [number, string],
  what: string,
  section: string,
  quote: string,
): Figure {
  return { value, unit, what, section, quote };
}

/** What the arithmetic of a deployment rests on. */
export const FIGURES = {
  hit: figure([35.4, 'µs'], 'service: a cached hit', QUIET_HITS, 'cached hit | 25,889 | 35.4'),
  computedRun: figure(
    [3.65, 'ms'],
    'a small run that is not cached',
    QUIET_HITS,
    'not cached: p50 3.65 ms where the engine alone takes 2.93 ms',
  ),
  smallQuery: figure(
    [2.93, 'ms'],
    'engine: of that',
    QUIET_HITS,
    'not cached: p50 3.65 ms where the engine alone takes 2.93 ms',
  ),
  captureService: figure(
    [18.1, 'µs'],
    'service: a captured event',
    TEN_MILLION_LOOKED_UP,
    'Processor time of the service is 18.1 µs an event',
  ),
  captureEngine: figure(
    [11.7, 'µs'],
    'engine: a captured event',
    QUIET_CAPTURE,
    'its processor time, service + engine | 16.6 + 11.7 µs',
  ),
  writer: figure(
    [48_632, 'events/s'],
    'one writer, sustained',
    QUIET_CAPTURE,
    'capture sustained | 48,632 events/s',
  ),
  columnScan: figure(
    [70 / 3, 'ns'],
    'row: trend, property in a column',
    COLUMNS,
    'total, property filter | 480 ms | 70 ms',
  ),
  documentScan: figure(
    [150, 'ns'],
    'row: trend, property in a document',
    TEN_MILLION,
    'total, property filter | 1500',
  ),
  actorScan: figure([58, 'ns'], 'row: trend of persons', TEN_MILLION, 'dau | 580'),
  funnelScan: figure([161, 'ns'], 'row: funnel', TEN_MILLION, 'funnel, counts and times | 1610'),
  lookupRun: figure(
    [14.9, 'ms'],
    'a run that a lookup answers, 30 days',
    TEN_MILLION_LOOKED_UP,
    'ordinary: usage, 30 days | 841.8 | 14.9',
  ),
  lookupInsert: figure(
    [(11.7 * (1.94 - 1)) / 3, 'µs'],
    'engine: an event into a lookup',
    TEN_MILLION_LOOKED_UP,
    'the engine works 1.30 and 1.94 times as much for an event',
  ),
  eventBytes: figure([90.7, 'bytes'], 'disk: an event', BYTES, '`events` | 90.7'),
  lookupBytes: figure([77.4, 'bytes'], 'disk: an event in a lookup', BYTES, '`lookups` | 77.4'),
  idBytes: figure([12.1, 'bytes'], 'disk: the id of an event', BYTES, '`event_ids` | 12.1'),
} as const satisfies Readonly<Record<string, Figure>>;
