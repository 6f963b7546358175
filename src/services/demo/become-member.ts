import type { Device, Visitor } from './cast.ts';
import type { Diary } from './diary.ts';
import type { SeededRandom } from './random.ts';

const PUBLIC_PATHS = ['/', '/pricing', '/docs/über-uns', '/docs/はじめに'] as const;
const REFERRERS = ['search', 'search', 'newsletter', 'a friend'] as const;

/** A moment of the demo: a day, and a second of it. */
interface Moment {
  readonly day: number;
  readonly second: number;
}

/**
 * How a visitor turns into a member. A visitor without an invitation first browses anonymously, on one device or two.
 * The visitor becomes known by signing up, by an alias that the backend sends, or by signing in on the other device.
 */
export function becomeMember(diary: Diary, visitor: Visitor, random: SeededRandom): void {
  const signUp = { day: visitor.firstDay, second: random.between(6 * 3600, 9 * 3600 - 1) };
  if (visitor.isInvited) {
    writeSignUp(diary, visitor, random, signUp);
    return;
  }
  const browsing = { hasProfile: random.chance(0.5), referrer: random.pick(REFERRERS) };
  for (let visits = random.count(1.5); visits > 0; visits -= 1)
    browse(diary, visitor.device, random, browsing, earlier(random, signUp));
  browse(diary, visitor.device, random, browsing, { ...signUp, second: signUp.second - 90 });
  becomeKnown(diary, visitor, random, browsing, signUp);
  if (visitor.secondDevice === undefined) return;
  const signIn = { day: signUp.day + random.between(1, 9), second: random.between(6 * 3600, 21 * 3600) };
  if (signIn.day < visitor.lastDay) signInElsewhere(diary, visitor, random, signIn);
}

/** True from the day on which the second device may be signed in. */
export function usesSecondDevice({ secondDevice, isInvited, firstDay }: Visitor, day: number): boolean {
  return secondDevice !== undefined && !isInvited && day >= firstDay + 10;
}

/** How a browser reports while nobody has signed in on it. */
interface Browsing {
  /** False = the events ask for no person, and facts about the visitor are sent once the visitor is known. */
  readonly hasProfile: boolean;
  readonly referrer: string;
}

function browse(
  diary: Diary,
  device: Device,
  random: SeededRandom,
  { hasProfile, referrer }: Browsing,
  at: Moment,
): void {
  if (at.day < 0) return;
  diary.write(at, '$pageview', device.anonymousId, {
    ...describeDevice(device),
    $current_url: `https://lumen.example${random.pick(PUBLIC_PATHS)}`,
    $session_id: `${device.anonymousId}-${at.day}-${at.second}`,
    ...(hasProfile ? { $set_once: { referrer } } : { $process_person_profile: false }),
  });
}

/** A moment up to a week earlier. */
function earlier(random: SeededRandom, { day }: Moment): Moment {
  return { day: day - random.between(1, 7), second: random.between(6 * 3600, 21 * 3600) };
}

function becomeKnown(
  diary: Diary,
  visitor: Visitor,
  random: SeededRandom,
  { hasProfile, referrer }: Browsing,
  signUp: Moment,
): void {
  const { distinctId, device } = visitor;
  if (hasProfile && random.chance(0.4)) {
    writeSignUp(diary, visitor, random, signUp);
    const afterwards = { ...signUp, second: signUp.second + 2 };
    diary.write(afterwards, '$create_alias', distinctId, { alias: device.anonymousId, $lib: 'sluice-demo' });
    return;
  }
  diary.write({ ...signUp, second: signUp.second - 1 }, '$identify', distinctId, {
    ...describeDevice(device),
    $anon_distinct_id: device.anonymousId,
    ...(!hasProfile && { $set_once: { referrer } }),
  });
  writeSignUp(diary, visitor, random, signUp);
}

function signInElsewhere(diary: Diary, visitor: Visitor, random: SeededRandom, signIn: Moment): void {
  const { distinctId, secondDevice: device } = visitor;
  if (device === undefined) return;
  const browsing = { hasProfile: false, referrer: '' };
  for (let visits = random.count(1); visits > 0; visits -= 1)
    browse(diary, device, random, browsing, earlier(random, signIn));
  browse(diary, device, random, browsing, { ...signIn, second: signIn.second - 60 });
  diary.write(signIn, '$identify', distinctId, {
    ...describeDevice(device),
    $anon_distinct_id: device.anonymousId,
  });
}

function writeSignUp(diary: Diary, visitor: Visitor, random: SeededRandom, at: Moment): void {
  const { distinctId, organization, device, email, city, isInvited } = visitor;
  diary.write(at, 'signed up', distinctId, {
    ...describeDevice(device),
    $groups: { organization: organization?.key },
    // Some applications send numbers and booleans as text, and answers must not depend on that.
    invited: random.chance(0.5) ? isInvited : String(isInvited),
    $set: { email, plan: organization?.plan, city },
    $set_once: { first_browser: device.browser },
  });
}

/** The properties by which every event of a device describes the device. */
export function describeDevice({ browser, type }: Device): Readonly<Record<string, unknown>> {
  return { $browser: browser, $device_type: type };
}
