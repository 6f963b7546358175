import { describeSettings, type Settings } from '../app/config.ts';

/** Prints one line per setting: name, value, unit and meaning. */
export function printConfig(settings: Settings): void {
  const lines = describeSettings(settings).map(({ environmentName, value, unit, sentence }) => ({
    left: `${environmentName}=${typeof value === 'object' ? JSON.stringify(value) : (value ?? '')}`,
    right: `# ${sentence}${unit === undefined ? '' : ` (${unit})`}`,
  }));
  const width = Math.max(...lines.map(({ left }) => left.length));
  for (const { left, right } of lines) console.log(`${left.padEnd(width)}  ${right}`);
}
