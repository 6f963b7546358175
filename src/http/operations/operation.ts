import type { z } from 'zod';
import type { ErrorCode } from '../../base/errors.ts';
import type { Scope } from '../../schema/scopes.ts';
import type { RouteAccess } from '../route-access.ts';

/** What an operation answers with one status. */
export interface OperationAnswer {
  readonly description: string;
  /** The JSON body; absent = no body, or one of `media`. */
  readonly schema?: z.ZodType;
  /** Media types of bodies that are not JSON. */
  readonly media?: readonly string[];
  /** Names of headers that carry meaning, from `RESPONSE_HEADERS`. */
  readonly headers?: readonly ResponseHeader[];
}

/** Headers of answers that callers work with; the document says what each means. */
export const RESPONSE_HEADERS = {
  ETag: 'Names this state of the object; send it as `If-Match` or `If-None-Match`.',
  'Cache-Control': '`private, max-age=<seconds left>`, or `no-store`.',
  'Cache-Status': 'Where the answer came from (RFC 9211), such as `Sluice; hit; ttl=300`.',
  Age: 'Seconds since the answer was computed.',
  'Server-Timing': 'Milliseconds of each stage, such as `load;dur=0.010`.',
  RateLimit: 'What is left of the rate of this key, such as `"runs";r=5999;t=60`.',
} as const;

export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

/**
 * One operation of the API: how it is called, who may call it, what it means. The routes are registered from it
 * (`addRoute`), the document of the API is generated from it, and the matrix of access is tested with it.
 */
export interface Operation {
  /** Unique; the name that generated clients give it. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** Without slash at its end, parameters in braces: `/api/projects/{project_id}/endpoints`. */
  readonly path: string;
  readonly access: RouteAccess;
  /** A scope that the caller needs besides. */
  readonly alsoNeeds?: Scope;
  readonly tag: OperationTag;
  /** A few words. */
  readonly summary: string;
  /** Sentences beyond the summary, in Markdown. */
  readonly description?: string;
  /** A schema for each parameter of the path. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  /** The query string, every member of it. */
  readonly query?: z.ZodObject;
  /** True when `If-Match` makes it conditional. */
  readonly isConditional?: true;
  /** The body, as JSON; null and absent members are judged by the schema. */
  readonly body?: OperationBody;
  readonly answers: Readonly<Partial<Record<200 | 201 | 202 | 204 | 304, OperationAnswer>>>;
  /** Where the capture token stands that such an operation needs; the route itself looks for it. */
  readonly captureToken?: 'body' | 'header';
  /** Codes of errors beyond those that every operation of its form can answer. */
  readonly errors?: readonly ErrorCode[];
  /** For clients that do not want the error body: its text alone, or the refusal of capture protocol v1. */
  readonly errorForm?: 'text' | 'capture';
}

interface OperationBody {
  /** Of a JSON body; a body of `media` has none. */
  readonly schema?: z.ZodType;
  /** What it is checked by, where a part of it is checked by what it is for. */
  readonly checkedAs?: z.ZodType;
  /** Media types of a body that is taken as bytes. */
  readonly media?: readonly string[];
  /** False: a call without body counts as `{}`. */
  readonly required: boolean;
  /** A body that works on the demo. */
  readonly example?: unknown;
}

/** Chapters of the document, in order, with their sentences. */
export const OPERATION_TAGS = {
  Runs: 'Run endpoints and ad-hoc queries.',
  Endpoints: 'Stored queries: create, change, versions.',
  Materialization: 'Results that are computed on a schedule.',
  Logs: 'What runs left behind.',
  Actions: 'Stored named filters of events.',
  Cohorts: 'Stored named lists of persons.',
  Projects: 'Projects and their settings.',
  Definitions: 'What came in: events, properties, warnings.',
  Persons: 'Who the events are of.',
  Keys: 'Personal API keys.',
  'Signing keys': 'Tokens that customers sign for their own users.',
  Console: 'Sign in to the web console.',
  Imports: 'Bring files of events in.',
  Capture: 'Send events, in the protocol of the PostHog SDKs.',
  Service: 'Health and documents of the service.',
} as const;

export type OperationTag = keyof typeof OPERATION_TAGS;
