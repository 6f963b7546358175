/** The types a variable can have (SPEC 2.1). */
export type VariableType = 'String' | 'Number' | 'Boolean' | 'Date' | 'List';
