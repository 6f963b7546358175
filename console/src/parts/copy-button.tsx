import type { ReactElement } from 'react';
import { useEffect, useState } from 'react';
import { Button, IconButton } from './button.tsx';

/** Puts a text into the clipboard. False where the browser has none: plain HTTP on another host. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

type Outcome = 'copied' | 'refused' | null;

/** Why copying does not work, when it does not. */
const WITHOUT_CLIPBOARD =
  'This browser gives no clipboard to pages without HTTPS: select the text and copy it';

/**
 * Copies a text and says so for two seconds.
 * @param props.words words of the button; left out = an icon with `label`
 */
export function CopyButton(props: {
  readonly text: string | (() => string);
  /** What is copied: "Copy URL". */
  readonly label: string;
  readonly words?: string;
  readonly size?: 'small' | 'normal';
}): ReactElement {
  const [outcome, setOutcome] = useState<Outcome>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    const text = typeof props.text === 'string' ? props.text : props.text();
    setOutcome((await copyText(text)) ? 'copied' : 'refused');
  };
  const icon = outcome === 'copied' ? 'check' : 'copy';
  const said = outcome === 'copied' ? 'Copied' : outcome === 'refused' ? WITHOUT_CLIPBOARD : null;
  return (
    <>
      {props.words ? (
        <Button icon={icon} size={props.size ?? 'normal'} onPress={copy} aria-label={props.label}>
          {outcome === 'copied' ? 'Copied' : props.words}
        </Button>
      ) : (
        <IconButton icon={icon} size={props.size ?? 'small'} label={said ?? props.label} onPress={copy} />
      )}
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </>
  );
}
