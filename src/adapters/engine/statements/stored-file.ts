import type { EngineParameters } from '../../../base/engine-parameter.ts';
import { AppError } from '../../../base/errors.ts';
import type { Packing } from '../../../base/file-start.ts';
import { EngineException } from '../engine-error.ts';

/** Where the engine finds the bytes of a file or object. */
export type StoredFile =
  | {
      readonly kind: 'file';
      /** Absolute, on the engine's machine. */
      readonly path: string;
    }
  | {
      readonly kind: 'object';
      /** Below the prefix of the bucket of SLUICE_OBJECT_STORE. */
      readonly key: string;
      /** The ETag that its bytes had when they were checked; absent = they were not. */
      readonly etag?: string;
    };

/** How the bytes are to be read. */
interface FileForm {
  readonly format: 'Parquet' | 'LineAsString' | 'CSV' | 'JSONEachRow';
  /** Names and types of the columns as SQL: a text of ours, or a parameter; absent = the file says it. */
  readonly structure?: string;
  readonly packing?: Packing | 'none';
  /** Name of the parameter that holds the place. Default `path`. */
  readonly parameter?: string;
}

interface FileRows {
  /** What stands behind FROM. */
  readonly from: string;
  /** Conditions of every query of these rows. */
  readonly conditions: readonly string[];
  readonly parameters: EngineParameters;
}

/** The bucket as the engine knows it. Its keys stand in the engine's configuration and in no statement. */
const NAMED_COLLECTION = 'sluice_s3';

/** The engine names the tag with quotes, as the storage does. */
const IS_SAME = `NOT throwIf(replaceAll(_etag, '"', '') != {etag:String})`;

/** The rows of a file or object, as the source of a SELECT. */
export function rowsOfFile(
  file: StoredFile,
  { format, structure, packing, parameter = 'path' }: FileForm,
): FileRows {
  if (file.kind === 'file') {
    const values = [`{${parameter}:String}`, `'${format}'`, structure, packing && `'${packing}'`];
    return {
      from: `file(${values.flatMap((value) => value ?? []).join(', ')})`,
      conditions: [],
      parameters: { [parameter]: { type: 'String', value: file.path } },
    };
  }
  const values = [
    NAMED_COLLECTION,
    `filename = {${parameter}:String}`,
    `format = '${format}'`,
    structure && `structure = ${structure}`,
    packing && `compression_method = '${packing}'`,
  ];
  const { key, etag } = file;
  return {
    from: `s3(${values.flatMap((value) => value ?? []).join(', ')})`,
    conditions: etag === undefined ? [] : [IS_SAME],
    parameters: {
      [parameter]: { type: 'String', value: key },
      ...(etag !== undefined && { etag: { type: 'String', value: etag } }),
    },
  };
}

/** ` WHERE a AND b`; empty without conditions. */
export function whereAll(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

/** ClickHouse's number of the error that the condition raises, and of a bucket that does not answer as it should. */
const VALUE_IS_NON_ZERO = 395;
const S3_ERROR = 499;

/** True when the bytes of an object were other ones than those that were checked. */
export function wasReplaced(error: unknown): boolean {
  return engineCodeBehind(error) === VALUE_IS_NON_ZERO;
}

/** True when the engine could not read from the bucket. */
export function isBucketFailure(error: unknown): boolean {
  return engineCodeBehind(error) === S3_ERROR;
}

function engineCodeBehind(error: unknown): number | undefined {
  return error instanceof AppError && error.cause instanceof EngineException
    ? error.cause.engineCode
    : undefined;
}
