import type { WriterService } from './shared-writers.ts';

/** A gate at which a service stands still from the first statement that matches on. */
export function standStillAt(service: WriterService, pattern: RegExp) {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let isDone = false;
  service.fault = async ({ name }) => {
    if (isDone || !pattern.test(name)) return;
    isDone = true;
    reached.resolve();
    await gate.promise;
  };
  return { reached: reached.promise, opened: gate.promise, open: () => gate.resolve() };
}
