import type { EventFacts, IdentityLink } from '../event/accepted-event.ts';
import { changeProperties } from './change-properties.ts';
import { isIllegalDistinctId } from './illegal-distinct-id.ts';
import type { PersonBook } from './person-book.ts';

/** Why two ids were not brought together although the event asked for it; the event itself is kept. */
export type LinkRefusal = 'merge_with_illegal_distinct_id' | 'merge_with_identified_person';

/** Applies one event to the persons of the book: [CAP-5]. Call it once for each event, in the order of the spool. */
export function identify(book: PersonBook, facts: EventFacts): LinkRefusal | null {
  const { distinctId, timestampUs, link } = facts;
  if (facts.isPersonless === true) {
    if (book.has(distinctId)) book.sawEventAt(distinctId, timestampUs);
    return null;
  }
  const refusal = link === undefined ? null : followLink(book, facts, link);
  if (!book.has(distinctId)) book.create(distinctId, timestampUs);
  book.sawEventAt(distinctId, timestampUs);
  if (link !== undefined) book.markIdentified(distinctId);
  if (facts.set !== undefined || facts.setOnce !== undefined || facts.unset !== undefined)
    book.changeProperties(distinctId, (properties) => changeProperties(properties, facts));
  return refusal;
}

function followLink(book: PersonBook, facts: EventFacts, link: IdentityLink): LinkRefusal | null {
  const { distinctId, timestampUs } = facts;
  const other = link.otherDistinctId;
  if (other === null || other === distinctId) return null;
  if (isIllegalDistinctId(other) || isIllegalDistinctId(distinctId)) return 'merge_with_illegal_distinct_id';
  if (!book.has(other)) {
    if (!book.has(distinctId)) book.create(distinctId, timestampUs);
    book.join(other, distinctId);
    return null;
  }
  if (!book.has(distinctId)) {
    book.join(distinctId, other);
    return null;
  }
  if (book.personIdOf(distinctId) === book.personIdOf(other)) return null;
  if (book.isIdentified(other) && link.kind !== 'merge') return 'merge_with_identified_person';
  book.merge(other, distinctId);
  return null;
}
