import { BOOL, nullable, STRING, UINT8, UINT64 } from '../../catalog/build-type.ts';
import { BRANDS, HOSTS, type SiteType } from '../../catalog/virtual/sites.ts';
import { and, call, integerLiteral, not, nullLiteral, or, textList, textLiteral } from '../build-ir.ts';
import type { IrExpr } from '../ir.ts';

/** Reads what was first seen of a visitor: `utm_source`, `referring_domain`, `gclid`, ...; Nullable(String). */
type ReadText = (name: string) => IrExpr;

/** Values of `utm_medium` by the type of site that they tell; other values are channels of their own. */
const MEDIUMS: Readonly<Record<string, readonly string[]>> = {
  Search: ['organic', 'search'],
  Social: ['social', 'social-network', 'social-media', 'sm', 'social network', 'social media'],
  Video: ['video'],
  Shopping: ['shopping', 'product'],
  Email: ['email', 'e-mail', 'e_mail', 'e mail', 'newsletter'],
  SMS: ['sms'],
  Push: ['push', 'mobile', 'notification'],
  Affiliate: ['affiliate', 'affiliates', 'partner'],
  Audio: ['audio', 'podcast'],
  Display: ['display', 'banner', 'interstitial', 'expandable', 'cpm'],
  Referral: ['referral', 'link', 'app'],
};
const PAID_MEDIUMS = ['cpc', 'cpm', 'cpv', 'cpa', 'cpp', 'ppc', 'retargeting'];
const SPLIT_TYPES: readonly SiteType[] = ['Search', 'Shopping', 'Social', 'Video'];

/** The kind of site that first sent the person: `Direct` when there was no such site, NULL when it is not known. */
export function referringDomainType(read: ReadText): IrExpr {
  const domain = lower(read('referring_domain'));
  return call('if', [is(domain, '$direct'), textLiteral('Direct'), siteType(domain)], nullable(STRING));
}

/**
 * The channel through which a person or a session came, by the rules of PostHog's documentation of channel types
 * (posthog.com/docs/data/channel-type): what the campaign says counts before where the visitor came from.
 */
export function channelType(read: ReadText): IrExpr {
  const [source, medium, campaign, domain] = [
    'utm_source',
    'utm_medium',
    'utm_campaign',
    'referring_domain',
  ].map((name) => lower(read(name))) as [IrExpr, IrExpr, IrExpr, IrExpr];
  const [hasGclid, hasGad, hasFbclid] = ['gclid', 'gad_source', 'fbclid'].map((name) =>
    call('notEmpty', [lower(read(name))], BOOL),
  ) as [IrExpr, IrExpr, IrExpr];
  const isPaid = or([
    has(PAID_MEDIUMS, medium),
    call('startsWith', [medium, textLiteral('paid')], BOOL),
    hasGclid,
    hasGad,
  ]);
  const isDirect = and([
    is(domain, '$direct'),
    is(medium, ''),
    has(['', 'direct', '(direct)'], source),
    not(isPaid),
  ]);
  const kind = call(
    'coalesce',
    [
      siteType(source),
      when(holds(campaign, 'shopping'), 'Shopping'),
      looked(medium, MEDIUMS),
      siteType(domain),
      when(holds(campaign, 'video'), 'Video'),
      when(hasFbclid, 'Social'),
      when(or([hasGclid, hasGad]), 'Search'),
      when(isPaid, 'Unknown'),
      when(not(has(['', '$direct'], domain)), 'Referral'),
      textLiteral(''),
    ],
    STRING,
  );
  return call(
    'multiIf',
    [
      ...[holds(campaign, 'cross-network'), textLiteral('Cross Network')],
      ...[isDirect, textLiteral('Direct')],
      ...[is(kind, ''), textLiteral('Unknown')],
      ...[
        and([isPaid, has([...SPLIT_TYPES, 'Unknown'], kind)]),
        call('concat', [textLiteral('Paid '), kind], STRING),
      ],
      ...[has(SPLIT_TYPES, kind), call('concat', [textLiteral('Organic '), kind], STRING)],
      kind,
    ],
    STRING,
  );
}

/** The type of a site by its host or its name in a campaign, in lower case; NULL when it is not known. */
function siteType(name: IrExpr): IrExpr {
  const isHost = call(
    'notEquals',
    [call('position', [name, textLiteral('.')], UINT64), integerLiteral(0n)],
    BOOL,
  );
  const brand = call('if', [isHost, call('firstSignificantSubdomain', [name], STRING), name], STRING);
  return call('coalesce', [looked(name, HOSTS), looked(brand, BRANDS)], nullable(STRING));
}

/** The key in `table` whose list has `value`; NULL when no list has it. */
function looked(value: IrExpr, table: Readonly<Record<string, readonly string[]>>): IrExpr {
  const pairs = Object.entries(table).flatMap(([type, names]) => names.map((name) => [name, type] as const));
  const names = textList(pairs.map(([name]) => name));
  const types = textList(pairs.map(([, type]) => type));
  const found = call('transform', [value, names, types, textLiteral('')], STRING);
  return call('nullIf', [found, textLiteral('')], nullable(STRING));
}

/** `text`, or NULL where the condition does not hold. */
function when(condition: IrExpr, text: string): IrExpr {
  return call('if', [condition, textLiteral(text), nullLiteral()], nullable(STRING));
}

function is(value: IrExpr, text: string): IrExpr {
  return call('equals', [value, textLiteral(text)], UINT8);
}

function has(list: readonly string[], value: IrExpr): IrExpr {
  return call('has', [textList(list), value], UINT8);
}

function holds(value: IrExpr, part: string): IrExpr {
  return call('notEquals', [call('position', [value, textLiteral(part)], UINT64), integerLiteral(0n)], UINT8);
}

function lower(value: IrExpr): IrExpr {
  return call('lower', [call('ifNull', [value, textLiteral('')], STRING)], STRING);
}
