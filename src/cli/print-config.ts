import { describeSettings, type Settings } from '../app/config.ts';

/** Prints one line per setting: name, value, unit and meaning; as JSON a list of them. */
export function printConfig(settings: Settings, { json }: { readonly json: boolean }): void {
  if (json) {
    console.log(JSON.stringify(describeSettings(settings), null, 2));
    return;
  }
  const lines = describeSettings(settings).map(({ environmentName, value, unit, sentence }) => ({
    left: `${environmentName}=${typeof value === 'object' ? JSON.stringify(value) : (value ?? '')}`,
    right: `# ${sentence}${unit === undefined ? '' : ` (${unit})`}`,
  }));
  const width = Math.max(...lines.map(({ left }) => left.length));
  for (const { left, right } of lines) console.log(`${left.padEnd(width)}  ${right}`);
}
