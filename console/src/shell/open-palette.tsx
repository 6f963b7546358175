import { type ReactElement, type RefObject, useEffect, useRef, useState } from 'react';
import type { Project } from '../data/shapes.ts';
import { Palette } from './later-parts.ts';
import type { Screen } from './screen.ts';

/** The palette, from the press that opens it on: what is typed before it is loaded stands in its field then. */
export function OpenPalette(props: {
  readonly screens: readonly Screen[];
  readonly project: Project | null;
  readonly onClose: () => void;
}): ReactElement {
  const [text, setText] = useState('');
  const [isEntered, setEntered] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useTypedAhead(field, (key) => {
    if (key === 'Escape') props.onClose();
    else if (key === 'Enter') setEntered(true);
    else if (key === 'Backspace') setText((before) => [...before].slice(0, -1).join(''));
    else if ([...key].length === 1) setText((before) => before + key);
  });
  return <Palette {...props} field={field} text={text} onText={setText} isEntered={isEntered} />;
}

/** Takes the keys that are pressed until a field has had focus once; none of them reaches the page. */
function useTypedAhead(field: RefObject<HTMLInputElement | null>, take: (key: string) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (document.activeElement === field.current) return end();
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      latest.current(event.key);
    };
    const end = () => window.removeEventListener('keydown', press, true);
    window.addEventListener('keydown', press, true);
    return end;
  }, [field]);
}
