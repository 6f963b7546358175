import type { ReactElement } from 'react';
import { useState } from 'react';
import type { ShownEndpoint } from '../../data/shapes.ts';
import { Segmented } from '../../parts/choose.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { isSql, type PlayRequest, pathOf } from './play-request.ts';
import styles from './playground.module.css';
import { SAMPLE_LANGUAGES, type SampleLanguage, writeSample } from './samples.ts';

/** The request on the screen as code that runs. */
export function SamplesPane({
  request,
  endpoint,
}: {
  readonly request: PlayRequest;
  readonly endpoint: ShownEndpoint;
}): ReactElement {
  const [language, setLanguage] = useState<SampleLanguage>('curl');
  const isCurrent = request.body['version'] === undefined;
  const code = writeSample(language, {
    url: location.origin + pathOf(endpoint, request.format),
    body: request.body,
    columns: isSql(endpoint) && isCurrent ? endpoint.columns : null,
    isJson: request.format === 'json',
    endpointName: endpoint.name,
  });
  return (
    <section className={styles.samples} aria-label="Code of this request">
      <header>
        <h2>Copy as</h2>
        <Segmented
          label="Language"
          choices={SAMPLE_LANGUAGES}
          value={language}
          onChange={setLanguage}
          size="small"
        />
        <span className={styles.quiet}>
          the key comes from <code>$SLUICE_KEY</code>
        </span>
      </header>
      <CodeBlock
        label={`Copy the ${SAMPLE_LANGUAGES.find(({ value }) => value === language)?.label} code`}
        code={code}
      />
    </section>
  );
}
