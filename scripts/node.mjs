import { fetchNode, runNode } from './node-to-run.mjs';

// Runs a TypeScript file under a Node that can: node scripts/node.mjs <file> [arguments]
await fetchNode();
process.exit(await runNode(process.argv.slice(2), { endsWithUs: true }));
