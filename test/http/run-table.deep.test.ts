import { describeRunTable } from './describe-run-table.ts';

describeRunTable({ all: true });
