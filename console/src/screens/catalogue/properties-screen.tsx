import type { ReactElement } from 'react';
import { CataloguePage } from './catalogue-page.tsx';
import { PropertyList } from './property-list.tsx';

/** The properties of the catalogue. */
export default function CataloguePropertyScreen(): ReactElement {
  return (
    <CataloguePage>
      <PropertyList />
    </CataloguePage>
  );
}
