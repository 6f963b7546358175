/** The key that commands begin with: `⌘` on a Mac, else `Ctrl`. */
export const MODIFIER = /Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl ';
