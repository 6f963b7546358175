/** Names of messages and calls that do not pass yet. */
export const MESSAGES_NOT_YET: readonly string[] = [
  'documents of endpoints: the value of a default is an example',
  'documents of endpoints: one version',
  'documents of endpoints: the project is a parameter of the path with its number as default',
  'documents of endpoints: rows as objects stand in it',
  'rows as objects: of a run',
  'rows as objects: of a run by GET',
  'rows as objects: with a name that is no identifier',
  'rows as objects: names that repeat are refused',
  'rows as objects: an unknown form is refused',
];
