import { firstText, memberJson, memberText, objectJson, type RowSql, timeText } from './row-sql.ts';

/** A line of Mixpanel's raw export: `{event, properties: {time, distinct_id, $insert_id, ...}}`. */
export const mixpanelRow: RowSql = {
  event: memberText('event'),
  distinctId: firstText(memberText('properties', 'distinct_id'), memberText('properties', '$device_id')),
  timestamp: timeText(memberText('properties', 'time')),
  // An insert id is unique among the events of one name, person and time.
  insertId: `concat(${memberJson('event')}, ${memberJson('properties', 'distinct_id')},
    ${memberJson('properties', 'time')}, if(${memberJson('properties', '$insert_id')} = '',
      ${memberJson('properties')}, ${memberJson('properties', '$insert_id')}))`,
  properties: objectJson(['properties'], ['time', 'distinct_id', '$insert_id']),
};
