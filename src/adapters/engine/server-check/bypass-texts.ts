/**
 * Texts by which the user of one project might read another one. The service sends none of them; a server has to hold
 * without it. Each either fails or answers 0.
 */
export function bypassTexts(foreignProjectId: number): readonly string[] {
  const foreign = `SELECT count() FROM app.events WHERE project_id = ${foreignProjectId}`;
  const user = `sluice_p_${foreignProjectId}`;
  return [
    foreign,
    `${foreign} SETTINGS log_comment = '${user}'`,
    `SELECT * FROM (${foreign} SETTINGS readonly = 0)`,
    `SELECT * FROM (${foreign} SETTINGS serialize_query_plan = 1)`,
    `SELECT * FROM (${foreign} SETTINGS enable_parallel_replicas = 1, max_parallel_replicas = 3)`,
    `SELECT * FROM (${foreign} SETTINGS use_query_cache = 1, query_cache_share_between_users = 1)`,
    `WITH a AS (${foreign} SETTINGS readonly = 0) SELECT * FROM a`,
    `SELECT (${foreign} SETTINGS readonly = 0)`,
    `SELECT sum(c) FROM (SELECT 0 AS c UNION ALL ${foreign} SETTINGS readonly = 0)`,
    `SELECT * FROM view(${foreign} SETTINGS readonly = 0)`,
    `WITH events AS (SELECT * FROM app.events) SELECT countIf(project_id = ${foreignProjectId}) FROM events`,
    `SELECT countIf(b.project_id = ${foreignProjectId}) FROM app.events AS a LEFT JOIN app.events AS b ON a.event = b.event`,
    `SELECT count() FROM app.events PREWHERE project_id = ${foreignProjectId}`,
    `${foreign} SETTINGS additional_table_filters = {'app.events': '1'}`,
    `SELECT countIf(project_id = ${foreignProjectId}) FROM merge('app', '^events')`,
    `SELECT countIf(project_id = ${foreignProjectId}) FROM app.persons`,
    `SELECT countIf(project_id = ${foreignProjectId}) FROM app.persons FINAL`,
    `EXECUTE AS ${user} ${foreign}`,
    `SELECT count() FROM system.query_log WHERE position(query, '${user}') > 0`,
    'SELECT count() FROM app.event_ids',
  ];
}
