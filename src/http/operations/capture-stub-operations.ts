import { z } from 'zod';
import { captureAnswerSchema } from '../../schema/event.ts';
import {
  flagDefinitionsSchema,
  flagsAnswerSchema,
  remoteConfigSchema,
  remoteConfigToken,
} from '../../schema/sdk-stubs.ts';
import type { Operation } from './operation.ts';

/** What SDKs ask besides sending events. Each is answered with "there is none", so that they go on. */
const STUBS = {
  Flags: {
    path: '/flags',
    summary: 'No feature flags',
    answer: { description: 'No flags', schema: flagsAnswerSchema },
  },
  Decide: {
    path: '/decide',
    summary: 'No feature flags, for older SDKs',
    answer: { description: 'No flags', schema: flagsAnswerSchema },
  },
  FlagDefinitions: {
    path: '/flags/definitions',
    summary: 'No feature flags, for SDKs that compute them',
    answer: { description: 'No definitions', schema: flagDefinitionsSchema },
  },
  Config: {
    path: '/array/{token}/config',
    summary: 'What posthog-js may do: capture events, nothing else',
    answer: { description: 'Everything else is off', schema: remoteConfigSchema },
  },
  ConfigScript: {
    path: '/array/{token}/config.js',
    summary: 'The same as a script',
    answer: { description: 'Everything else is off', media: ['application/javascript; charset=utf-8'] },
  },
  Recording: {
    path: '/s',
    summary: 'Takes session recordings and drops them',
    answer: { description: 'Nothing was kept', schema: captureAnswerSchema },
  },
} as const;

const anything = z.looseObject({}).describe('Whatever the SDK sends; nobody looks at it');

function stub(name: keyof typeof STUBS, method: 'GET' | 'POST'): Operation {
  const { path, summary, answer } = STUBS[name];
  return {
    id: `stub${name}${method === 'GET' ? 'ByGet' : ''}`,
    method,
    path,
    access: 'open',
    tag: 'Capture',
    summary,
    query: anything,
    ...(path.includes('{token}') && { params: { token: remoteConfigToken } }),
    ...(method === 'POST' && { body: { schema: anything, required: false } }),
    answers: { 200: answer },
    errorForm: 'text',
  };
}

/** GET and POST of each: SDKs of different ages use either. */
function both(name: keyof typeof STUBS): readonly Operation[] {
  return [stub(name, 'POST'), stub(name, 'GET')];
}

/** posthog-js, as the HTML snippet of PostHog asks for it. */
const script: Operation = {
  id: 'getArrayScript',
  method: 'GET',
  path: '/static/array.js',
  access: 'open',
  tag: 'Capture',
  summary: 'posthog-js, for pages that load it by the HTML snippet',
  description: 'The bundle of the package as it is. No other file of it is served.',
  query: anything,
  answers: {
    200: { description: 'The script', media: ['text/javascript; charset=utf-8'], headers: ['ETag'] },
    304: { description: '`If-None-Match` names the script', headers: ['ETag'] },
  },
  errorForm: 'text',
};

/** The questions of SDKs that have nothing to do with events. */
export const captureStubOperations = {
  flags: [...both('Flags'), ...both('Decide')],
  flagDefinitions: both('FlagDefinitions'),
  config: both('Config'),
  configScript: both('ConfigScript'),
  recording: both('Recording'),
  script: [script],
} as const satisfies Record<string, readonly Operation[]>;
