import { generateDemo } from './generate-demo.ts';

/** The events of the demo as JSON lines, which an import of the form `posthog` takes. About 6.5 MB. */
export function demoLines(nowMs: number): Uint8Array<ArrayBuffer> {
  const lines = generateDemo({ nowMs }).map((event) => `${JSON.stringify(event)}\n`);
  return new TextEncoder().encode(lines.join(''));
}
