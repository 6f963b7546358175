import { z } from 'zod';

/** An object without other members that the document of the API knows by a name and describes once. */
export function component<Shape extends z.core.$ZodLooseShape>(id: string, sentence: string, shape: Shape) {
  return z.strictObject(shape).describe(sentence).meta({ id });
}
