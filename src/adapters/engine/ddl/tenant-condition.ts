/**
 * The row policy of every tenant table: rows of the project whose database is the current one. A query cannot change
 * the database. Settings would not do: a SETTINGS clause in a sub-select is applied even under `readonly` and
 * constraints.
 */
export const TENANT_CONDITION = 'project_id = toUInt64OrZero(substring(currentDatabase(), 3))';
