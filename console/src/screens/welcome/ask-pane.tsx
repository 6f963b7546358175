import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { EventDefinition } from '../../data/catalogue.ts';
import { nameOfKind } from '../../data/shapes.ts';
import { insightOf } from '../../insight/insight-query.ts';
import { sentenceOf } from '../../insight/sentence.ts';
import { TEMPLATES, type Template } from '../../insight/templates.ts';
import { Badge } from '../../parts/badge.tsx';
import { Pane } from '../../parts/page.tsx';
import styles from './welcome.module.css';

/** Step 2: questions that many ask, filled with what came in. */
export function AskPane(props: {
  readonly projectId: number;
  readonly names: readonly EventDefinition[];
}): ReactElement {
  const { projectId, names } = props;
  return (
    <Pane title="2  Ask something">
      <ul className={styles.templates}>
        {TEMPLATES.map((template) => (
          <li key={template.id}>
            <Link
              to={`/${projectId}/endpoints/new` as never}
              search={{ template: template.id } as never}
              className={styles.template}
            >
              <b>{template.label}</b>
              <Badge>{nameOfKind(template.query(names))}</Badge>
              <span>{names.length === 0 ? template.help : tellTemplate(template, names)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Pane>
  );
}

/** What a template asks of the events of this project. */
function tellTemplate(template: Template, names: readonly EventDefinition[]): string {
  if (template.kind === 'HogQLQuery') return template.help;
  return sentenceOf(insightOf(template.query(names)));
}
