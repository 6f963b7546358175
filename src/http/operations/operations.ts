import { actionOperations } from './action-operations.ts';
import { backupOperations } from './backup-operations.ts';
import { captureOperations } from './capture-operations.ts';
import { captureStubOperations } from './capture-stub-operations.ts';
import { captureV1Operations } from './capture-v1-operations.ts';
import { cohortOperations } from './cohort-operations.ts';
import { consoleOperations } from './console-operations.ts';
import { deletionOperations } from './deletion-operations.ts';
import { dialectOperations } from './dialect-operations.ts';
import { endpointOperations } from './endpoint-operations.ts';
import { exportOperations } from './export-operations.ts';
import { importOperations } from './import-operations.ts';
import { keyOperations } from './key-operations.ts';
import { materializationOperations } from './materialization-operations.ts';
import type { Operation } from './operation.ts';
import { personOperations } from './person-operations.ts';
import { preflightOperations } from './preflight-operations.ts';
import { definitionOperations, projectOperations } from './project-operations.ts';
import { recentEventOperations } from './recent-event-operations.ts';
import { runLogOperations, runOperations } from './run-operations.ts';
import { aboutOperations, serviceOperations, testOperations } from './service-operations.ts';
import { signingKeyOperations } from './signing-key-operations.ts';

const stubs = Object.values(captureStubOperations).flat();

/** OPTIONS of the paths that SDKs call, which may be called from every web page. */
export const capturePreflights = preflightOperations([
  ...captureOperations,
  ...captureV1Operations,
  ...stubs,
]);

/** Every operation of the API, chapter by chapter. */
export const OPERATIONS: readonly Operation[] = [
  ...Object.values(runOperations),
  ...Object.values(endpointOperations),
  ...Object.values(materializationOperations),
  ...Object.values(runLogOperations),
  ...Object.values(actionOperations),
  ...Object.values(cohortOperations),
  ...Object.values(projectOperations),
  ...Object.values(definitionOperations),
  ...Object.values(recentEventOperations),
  ...Object.values(dialectOperations),
  ...Object.values(keyOperations),
  ...Object.values(signingKeyOperations),
  ...Object.values(consoleOperations),
  ...Object.values(personOperations),
  ...Object.values(deletionOperations),
  ...Object.values(importOperations),
  ...Object.values(exportOperations),
  ...captureOperations,
  ...captureV1Operations,
  ...stubs,
  ...capturePreflights,
  ...Object.values(serviceOperations),
  ...Object.values(aboutOperations),
  ...Object.values(backupOperations),
  ...Object.values(testOperations),
];
