import type { ReactElement } from 'react';
import { CataloguePage } from './catalogue-page.tsx';
import { EventList } from './event-list.tsx';

/** The events of the catalogue. */
export default function CatalogueEventScreen(): ReactElement {
  return (
    <CataloguePage>
      <EventList />
    </CataloguePage>
  );
}
