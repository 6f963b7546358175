import {
  allMembers,
  firstText,
  memberJson,
  membersOf,
  memberText,
  objectJson,
  objectOf,
  optionalMember,
  type RowSql,
  timeText,
} from './row-sql.ts';

/** Members beside `event_properties` that become properties, with their new names. */
const DETAILS = {
  device_id: '$device_id',
  session_id: 'amplitude_session_id',
  platform: 'platform',
  os_name: '$os',
  os_version: '$os_version',
  device_type: '$device_type',
  country: 'country',
  region: 'region',
  city: 'city',
  language: 'language',
  version_name: '$app_version',
} as const;

/** From a list of groups of one type the event belongs to the first. */
const GROUPS = `arrayMap(m -> (m.1, if(startsWith(m.2, '['), JSONExtractRaw(m.2, 1), m.2)), ${membersOf(['groups'])})`;

/** A line of Amplitude's export: `{event_type, event_time, user_id, device_id, event_properties, ...}`, in UTC. */
export const amplitudeRow: RowSql = {
  event: memberText('event_type'),
  distinctId: firstText(memberText('user_id'), memberText('device_id')),
  timestamp: timeText(memberText('event_time')),
  insertId: firstText(memberText('$insert_id'), memberText('insert_id'), memberText('uuid'), 'raw'),
  properties: objectOf(
    allMembers(
      membersOf(['event_properties']),
      ...Object.entries(DETAILS).map(([member, name]) => optionalMember(name, memberJson(member))),
      optionalMember('$groups', objectOf(GROUPS)),
    ),
  ),
  personProperties: objectJson(['user_properties']),
};
