import { type RefObject, useEffect, useState } from 'react';

/** What of a scrolled element is in sight, in px. */
export interface View {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

const FIRST: View = { top: 0, left: 0, width: 1200, height: 600 };

/** The part of an element that is in sight, kept as it is scrolled or resized; at most one change a frame. */
export function useView(ref: RefObject<HTMLElement | null>): View {
  const [view, setView] = useState(FIRST);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    let frame = 0;
    const read = () => {
      frame = 0;
      const { scrollTop: top, scrollLeft: left, clientWidth: width, clientHeight: height } = element;
      setView({ top, left, width, height });
    };
    const plan = () => {
      if (frame === 0) frame = requestAnimationFrame(read);
    };
    const observer = new ResizeObserver(plan);
    observer.observe(element);
    element.addEventListener('scroll', plan, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      element.removeEventListener('scroll', plan);
    };
  }, [ref]);
  return view;
}
