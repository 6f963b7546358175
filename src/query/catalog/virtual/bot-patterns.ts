import { list } from 'isbot';

// `isbot` keeps the patterns by which programs name themselves. The engine's expressions cannot look around a match, as
// six of the patterns do; what these six except is cut out of the text before they are searched.

const LOOKS_AROUND = /\(\?<?[!=][^()]*(?:\([^()]*\)[^()]*)*\)/g;

const plain = list.filter((pattern) => pattern.search(LOOKS_AROUND) < 0);
const looking = list.filter((pattern) => pattern.search(LOOKS_AROUND) >= 0);

/** A user agent in lower case that this matches is a bot's. */
export const BOT_PATTERN = plain.join('|');

/** So is one that this matches once {@link NO_BOT_PATTERN} is cut out of it. */
export const BARE_BOT_PATTERN = looking.map((pattern) => pattern.replace(LOOKS_AROUND, '')).join('|');

/** What only resembles a bot: the telephones of Cubot, the application of Google, Java as a setting. */
export const NO_BOT_PATTERN =
  ' channel/google|google/google|google(?:wv|app| pixel)|newssapphire| cubots?|camscan|libhttp|java;';
