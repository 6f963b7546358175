/** The kinds of insight queries. */
export const INSIGHT_KINDS = [
  'TrendsQuery',
  'FunnelsQuery',
  'RetentionQuery',
  'LifecycleQuery',
  'StickinessQuery',
  'PathsQuery',
] as const;

export type InsightKind = (typeof INSIGHT_KINDS)[number];

export function isInsightKind(kind: unknown): kind is InsightKind {
  return (INSIGHT_KINDS as readonly unknown[]).includes(kind);
}
