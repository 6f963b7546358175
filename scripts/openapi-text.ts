import { serviceDocument } from '../src/http/openapi/service-document.ts';
import { OPERATIONS } from '../src/http/operations/operations.ts';

/** The text of docs/openapi.json. */
export function openApiText(): string {
  return `${JSON.stringify(serviceDocument(OPERATIONS), null, 2)}\n`;
}
