import type { ReactElement } from 'react';
import { CataloguePage } from './catalogue-page.tsx';
import { WarningList } from './warning-list.tsx';

/** The warnings of the catalogue. */
export default function CatalogueWarningScreen(): ReactElement {
  return (
    <CataloguePage>
      <WarningList />
    </CataloguePage>
  );
}
