import { type ComponentType, type ReactElement, useEffect, useState } from 'react';
import { loadPart } from '../api/load-part.ts';

/** A component that is not loaded with the page. */
export interface Later<Props> {
  (props: Props): ReactElement | null;
  /** Loads it before it is shown. */
  readonly load: () => Promise<void>;
}

/**
 * A component that is loaded when it is first shown, and nothing until then.
 * @param load `() => import('./help.tsx')`, whose default export it is
 */
export function later<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): Later<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  const bring = () => {
    loading ??= loadPart(load).then((part) => {
      loaded = part.default;
    });
    return loading;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: called once a part, where a file begins
  const Part = (props: Props): ReactElement | null => {
    const [isLoaded, setLoaded] = useState(loaded !== null);
    useEffect(() => {
      if (!isLoaded) void bring().then(() => setLoaded(true));
    }, [isLoaded]);
    const Loaded = loaded;
    return Loaded === null ? null : <Loaded {...props} />;
  };
  return Object.assign(Part, { load: bring });
}
