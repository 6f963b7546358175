import {
  allMembers,
  firstText,
  memberJson,
  memberText,
  objectOf,
  optionalMember,
  type RowSql,
  timeText,
} from './row-sql.ts';

/** Each value stands in a member named after its type; whole numbers are texts in JSON exports. */
const VALUE = `multiIf(
  JSONExtractString(p, 'value', 'int_value') != '', JSONExtractString(p, 'value', 'int_value'),
  JSONExtractRaw(p, 'value', 'int_value') NOT IN ('', 'null'), JSONExtractRaw(p, 'value', 'int_value'),
  JSONExtractRaw(p, 'value', 'float_value') NOT IN ('', 'null'), JSONExtractRaw(p, 'value', 'float_value'),
  JSONExtractRaw(p, 'value', 'double_value') NOT IN ('', 'null'), JSONExtractRaw(p, 'value', 'double_value'),
  JSONExtractRaw(p, 'value', 'string_value') NOT IN ('', 'null'), JSONExtractRaw(p, 'value', 'string_value'), '')`;

function parameters(member: string): string {
  return `arrayFilter(m -> m.2 != '', arrayMap(p -> (JSONExtractString(p, 'key'), ${VALUE}),
    JSONExtractArrayRaw(raw, '${member}')))`;
}

/** A row of the Google Analytics 4 export to BigQuery, as JSON lines or Parquet. */
export const ga4Row: RowSql = {
  event: memberText('event_name'),
  distinctId: firstText(memberText('user_id'), memberText('user_pseudo_id')),
  timestamp: timeText(memberText('event_timestamp')),
  // The export has no ids; the row itself is the id.
  insertId: `concat(${memberText('user_pseudo_id')}, ' ', ${memberText('event_timestamp')}, ' ',
    ${memberText('event_name')}, ' ', ${memberText('event_bundle_sequence_id')}, ' ', ${memberJson('event_params')})`,
  properties: objectOf(
    allMembers(
      parameters('event_params'),
      optionalMember('platform', memberJson('platform')),
      optionalMember('$device_type', memberJson('device', 'category')),
      optionalMember('$os', memberJson('device', 'operating_system')),
      optionalMember('$browser', memberJson('device', 'web_info', 'browser')),
      optionalMember('country', memberJson('geo', 'country')),
      optionalMember('city', memberJson('geo', 'city')),
    ),
  ),
  personProperties: objectOf(allMembers(parameters('user_properties'))),
};
