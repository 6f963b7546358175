#!/usr/bin/env node
import { refuseOldNode } from './cli/refuse-old-node.ts';

refuseOldNode();
// Only now: an older Node cannot even load the rest.
const { runCli } = await import('./cli/run-cli.ts');
await runCli(process.argv);
