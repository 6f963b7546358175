import { z } from 'zod';
import { component, described } from './described.ts';

const none = (sentence: string) => z.strictObject({}).describe(sentence);
const off = (sentence: string) => z.literal(false).describe(sentence);

/** Answer to an SDK that asks for the feature flags of a person. */
export const flagsAnswerSchema = component('FlagsAnswer', 'No feature flags', {
  flags: none('Always empty: Sluice has no feature flags'),
  featureFlags: none('The same, for older SDKs'),
  featureFlagPayloads: none('The same, for older SDKs'),
  errorsWhileComputingFlags: off('Always false'),
  requestId: described(z.string(), 'Id of the request', '0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f'),
  evaluatedAt: described(z.number(), 'Time of the answer, milliseconds since 1970', 1767603600000),
});

/** Answer to an SDK that wants to compute feature flags itself. */
export const flagDefinitionsSchema = component('FlagDefinitions', 'No feature flags', {
  flags: z.tuple([]).describe('Always empty: Sluice has no feature flags'),
  group_type_mapping: z
    .record(z.string(), z.string())
    .describe('Group type by its index; empty unless a key with `project:read` asks'),
  cohorts: none('Always empty'),
});

/** Answer to posthog-js, which asks what it may do. */
export const remoteConfigSchema = component('RemoteConfig', 'Settings of posthog-js', {
  token: described(z.string(), 'The token of the path', 'slc_...'),
  supportedCompression: z.array(z.enum(['gzip-js'])).describe('Codings that the SDK may use'),
  hasFeatureFlags: off('Always false'),
  captureDeadClicks: off('Always false'),
  capturePerformance: off('Always false'),
  autocapture_opt_out: off('Always false: the settings of the page decide'),
  autocaptureExceptions: off('Always false'),
  analytics: none('Events go to the paths that the SDK knows'),
  elementsChainAsString: z.literal(true).describe('Always true: clicked elements come as one text'),
  sessionRecording: off('Always false'),
  heatmaps: off('Always false'),
  surveys: off('Always false'),
  defaultIdentifiedOnly: z.literal(true).describe('Always true: persons are made by identify'),
  siteApps: z.tuple([]).describe('Always empty'),
});

/** The token in the path of `remoteConfigSchema`. */
export const remoteConfigToken = described(z.string(), 'Capture token of the project', 'slc_...');
