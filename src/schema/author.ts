import { z } from 'zod';
import { component, described } from './described.ts';

/** The key that made something, as answered: still told after the key is gone. */
export const authorSchema = component('Author', 'The key that made it', {
  key_id: described(z.string(), 'Id of the key', '0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f'),
  label: described(z.string(), 'What the key is for', 'dashboard'),
});
