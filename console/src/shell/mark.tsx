import type { ReactElement } from 'react';

/** The mark of Sluice: two gates of a lock, one open by a third, and the water line. */
export function Mark({ size = 20 }: { readonly size?: number }): ReactElement {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <path d="M2 2h5v16H2z" fill="var(--accent)" />
      <path d="M13 2h5v9h-5z" fill="var(--accent)" />
      <path d="M7 14.5h11" stroke="var(--flow-direct)" strokeWidth="1.75" />
      <path d="M7 17.2h11" stroke="var(--flow-direct)" strokeWidth="1.75" opacity=".45" />
    </svg>
  );
}
