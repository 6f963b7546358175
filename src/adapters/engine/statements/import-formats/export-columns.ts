import { memberJson, memberText } from './row-sql.ts';

/** An object, or the object that a text holds. */
function objectIn(member: string): string {
  const json = memberJson(member);
  return `multiIf(${json} IN ('', 'null'), '', startsWith(${json}, '"'), ${memberText(member)}, ${json})`;
}

/** A member of the event, if present, behind a comma. */
function member(name: string, json: string): string {
  return `if(${json} IN ('', 'null', '""'), '', concat(',"${name}":', ${json}))`;
}

/** A row of a PostHog export whose objects may stand in columns of text, as an event in the form of an export. */
export const exportColumns = `concat('{"event":', if(${memberJson('event')} = '', '""', ${memberJson('event')}),
  ${['uuid', 'distinct_id', 'timestamp', 'elements_chain', 'person_id'].map((name) => member(name, memberJson(name))).join(', ')},
  ${['properties', 'person_properties'].map((name) => member(name, objectIn(name))).join(', ')}, '}')`;
