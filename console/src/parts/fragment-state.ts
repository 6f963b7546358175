// Unsaved work in the address behind `#s=`, which no server sees: JSON, deflated, base64url.

/** Longer work stays in the draft only, in characters. */
const LONGEST_FRAGMENT = 8192;

/** The text for `#s=`; null when it would be longer than 8,192 characters. */
export async function packState(state: unknown): Promise<string | null> {
  const bytes = await through(
    new CompressionStream('deflate-raw'),
    new TextEncoder().encode(JSON.stringify(state)),
  );
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
  return text.length > LONGEST_FRAGMENT ? null : text;
}

/** What `packState` made; null for anything else. */
export async function unpackState(text: string): Promise<unknown> {
  if (text.length > LONGEST_FRAGMENT) return null;
  try {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes)));
  } catch {
    return null;
  }
}

/** The packed state of the address of this page; null without one. */
export function fragmentOfPage(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('s');
}

/** Puts the packed state into the address without a step in the history. */
export function showFragment(packed: string | null): void {
  history.replaceState(
    history.state,
    '',
    location.pathname + location.search + (packed === null ? '' : `#s=${packed}`),
  );
}

async function through(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const answer = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(answer).arrayBuffer());
}
