import { Command, InvalidArgumentError } from 'commander';
import { readSettings } from '../app/read-settings.ts';
import { settingsAmong, withSettings } from './with-settings.ts';

/** So many services may write at once; each block is cut into that many inserts. */
const MOST_LANES = 64;

const EXAMPLES = ['sluice lanes', 'sluice lanes 4'];

interface LanesFlags {
  readonly config?: string;
}

/** `sluice lanes [count]`: in how many lanes the services of a store write. */
export function lanesCommand(): Command {
  const command = new Command('lanes')
    .description(
      'Say in how many lanes services that share an engine write events, or change it while they run.',
    )
    .argument('[count]', `lanes, 1..${MOST_LANES}`, countOf);
  return withSettings(command, EXAMPLES).action(async (count: number | undefined, flags: LanesFlags) => {
    const { changeLanes } = await import('../app/change-lanes.ts');
    const settings = readSettings({ file: flags.config, flags: settingsAmong(flags) });
    const lanes = await changeLanes(settings, count ?? null);
    console.log(`Services write in ${lanes} ${lanes === 1 ? 'lane' : 'lanes'}.`);
  });
}

function countOf(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= MOST_LANES) return count;
  throw new InvalidArgumentError(`expected a whole number from 1 to ${MOST_LANES}`);
}
