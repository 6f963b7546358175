import { describeSettings } from '../src/app/config.ts';
import { readSettings } from '../src/app/read-settings.ts';

const INTRODUCTION = `# Settings

Settings come from flags (\`--data-dir\`), the environment (\`SLUICE_DATA_DIR\`) and a JSON file (\`dataDir\` in
\`sluice.config.json\` or the file of \`--config\`), in this order of precedence. Invalid settings stop the start, and every
problem is listed. \`sluice config\` prints the effective ones, secrets masked.

This page is generated from \`src/app/config.ts\`.
`;

/** The text of docs/settings.md: every setting with its default, unit and meaning. */
export function settingsDocument(): string {
  const defaults = readSettings({ environment: {}, flags: { dataDir: 'data' } });
  const rows = describeSettings(defaults).map(({ name, environmentName, sentence, unit, value }) => {
    const shown = name === 'dataDir' ? './data' : name === 'rateLimits' ? '6000,240,2400,60' : value;
    const isUnset = shown === undefined || (Array.isArray(shown) && shown.length === 0);
    const byDefault = isUnset ? 'not set' : `\`${String(shown)}\``;
    return `| \`${environmentName}\` | ${byDefault} | ${unit ?? ''} | ${sentence} |`;
  });
  return [INTRODUCTION, '| setting | default | unit | meaning |', '|---|---|---|---|', ...rows, ''].join(
    '\n',
  );
}
