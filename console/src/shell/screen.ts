import type { ReactElement } from 'react';
import type { Scope } from '../session/shapes.ts';

/** A screen of the console, as `routes.tsx` lists it. */
export interface Screen {
  /** Below `/console/<project>/`, with parameters as `$name`; `/keys` with a slash stands in no project. */
  readonly path: string;
  /** Loads the screen when it is first opened; it is the default export of its file. */
  readonly load: () => Promise<{ readonly default: () => ReactElement }>;
  /** Its place in the navigation; left out = reached from other screens only. */
  readonly navigation?: {
    readonly group: 'endpoints' | 'data' | 'project';
    readonly label: string;
    /** Second key after `g`. */
    readonly key?: string;
    /** What reading it needs: without it the entry says so. */
    readonly scope?: Exclude<Scope, '*'>;
  };
}

/** A tab of an endpoint: `endpoints/$name/<path>`. */
export interface EndpointTab {
  readonly path: string;
  readonly label: string;
  readonly load: Screen['load'];
}
