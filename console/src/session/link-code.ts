/**
 * The code of a sign-in link (`/console/#code=…`), taken out of the address before anything else runs, so that it is
 * in no history and no screen sees it. Null without one.
 */
export function takeCodeOfLink(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code === null) return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}
