/** Largest text that is parsed, in UTF-16 units. */
export const MAX_TEXT_LENGTH = 64 * 1024;

/** Largest number of nodes in a tree, before any expansion. */
export const MAX_NODES = 10_000;

/**
 * Longest spelling of a number; the engine's largest integers have 78 digits. Reading digits takes more than linear
 * time.
 */
export const MAX_NUMBER_LENGTH = 100;

/** How deep brackets, sub-queries, prefix operators, lambdas and `? :` may stand inside one another. */
export const MAX_NESTING = 64;

/**
 * How many nodes may stand on one path from root to leaf. A chain such as `1 + 1 + …` needs no nesting but makes a deep
 * tree. This bound lets every later stage walk the tree by recursion.
 */
export const MAX_HEIGHT = 256;
