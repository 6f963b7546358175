// Writes docs/lookups.svg from the tables in benchmarks/RESULTS.md. Run: node scripts/write-charts.ts
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { lookupsChart } from './lookups-chart.ts';

writeFileSync(resolve(import.meta.dirname, '../docs/lookups.svg'), lookupsChart());
