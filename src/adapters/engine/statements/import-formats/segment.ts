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

const TYPE = memberText('type');
const USER = memberText('userId');
const ANONYMOUS = memberText('anonymousId');

const TRACKED = allMembers(membersOf(['properties']), optionalMember('name', memberJson('name')));
const IDENTIFIED = allMembers(
  `if(${USER} = '', [], ${optionalMember('$anon_distinct_id', memberJson('anonymousId'))})`,
  optionalMember('$set', objectJson(['traits'])),
);
const GROUPED = allMembers(
  `[('$group_type', '"group"')]`,
  optionalMember('$group_key', memberJson('groupId')),
  optionalMember('$group_set', objectJson(['traits'])),
);
const ALIASED = allMembers(optionalMember('alias', memberJson('previousId')));

/** A line of Segment's archive: calls of `track`, `page`, `screen`, `identify`, `group` and `alias`. */
export const segmentRow: RowSql = {
  event: `multiIf(${TYPE} = 'page', '$pageview', ${TYPE} = 'screen', '$screen', ${TYPE} = 'identify', '$identify',
    ${TYPE} = 'group', '$groupidentify', ${TYPE} = 'alias', '$create_alias', ${memberText('event')})`,
  distinctId: firstText(USER, ANONYMOUS),
  timestamp: timeText(firstText(memberText('timestamp'), memberText('originalTimestamp'))),
  insertId: firstText(memberText('messageId'), 'raw'),
  properties: objectOf(
    `multiIf(${TYPE} = 'identify', ${IDENTIFIED}, ${TYPE} = 'group', ${GROUPED}, ${TYPE} = 'alias', ${ALIASED}, ${TRACKED})`,
  ),
};
