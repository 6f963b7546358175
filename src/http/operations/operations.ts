import { actionOperations } from './action-operations.ts';
import { captureOperations } from './capture-operations.ts';
import { endpointOperations } from './endpoint-operations.ts';
import { keyOperations } from './key-operations.ts';
import { materializationOperations } from './materialization-operations.ts';
import type { Operation } from './operation.ts';
import { definitionOperations, projectOperations } from './project-operations.ts';
import { runLogOperations, runOperations } from './run-operations.ts';
import { serviceOperations, testOperations } from './service-operations.ts';

/** Every operation of the API, chapter by chapter. */
export const OPERATIONS: readonly Operation[] = [
  ...Object.values(runOperations),
  ...Object.values(endpointOperations),
  ...Object.values(materializationOperations),
  ...Object.values(runLogOperations),
  ...Object.values(actionOperations),
  ...Object.values(projectOperations),
  ...Object.values(definitionOperations),
  ...Object.values(keyOperations),
  ...captureOperations,
  ...Object.values(serviceOperations),
  ...Object.values(testOperations),
];
