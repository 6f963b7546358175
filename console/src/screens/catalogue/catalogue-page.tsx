import type { ReactElement, ReactNode } from 'react';
import { useProject } from '../../data/projects.ts';
import { LinkTabs, PageBody, PageHead } from '../../parts/page.tsx';

/** What came in: names of events, properties with their types, and what was wrong; one of the three is the content. */
export function CataloguePage({ children }: { readonly children: ReactNode }): ReactElement {
  const base = `/${useProject().id}/catalogue`;
  return (
    <>
      <PageHead title="Catalogue" />
      <LinkTabs
        label="Catalogue"
        tabs={[
          { label: 'Events', to: `${base}/events` },
          { label: 'Properties', to: `${base}/properties` },
          { label: 'Warnings', to: `${base}/warnings` },
        ]}
      />
      <PageBody>{children}</PageBody>
    </>
  );
}
