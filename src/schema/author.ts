import { z } from 'zod';

/** The key that made something, as answered: still told after the key is gone. */
export const authorSchema = z
  .strictObject({
    key_id: z
      .string()
      .describe('Id of the key')
      .meta({ examples: ['0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f'] }),
    label: z
      .string()
      .describe('What the key is for')
      .meta({ examples: ['dashboard'] }),
  })
  .describe('The key that made it')
  .meta({ id: 'Author' });
