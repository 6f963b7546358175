import { z } from 'zod';
import { didYouMean } from '../base/nearest-name.ts';

/** An object schema that refuses unknown members, at any depth, with a message that names the known ones. */
export function strictMembers<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const names = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined;
      const near = didYouMean(issue.keys[0] ?? '', names);
      return near === '' ? `Known members are ${names.join(', ')}.` : near.trim();
    },
  });
}
