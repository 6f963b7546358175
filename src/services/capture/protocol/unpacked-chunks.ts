import { lzPieces } from './decode-lz-string.ts';
import { formField } from './form-field.ts';
import { tooLarge } from './inflate-bounded.ts';
import { type Chunks, inflateChunks, inPieces, peek } from './inflate-chunks.ts';
import { beginsJson, isForm, type PackedPayload } from './packed-payload.ts';

/** What is unpacked, and how much of it may be looked at. */
export interface UnpackBounds {
  /** Largest size of each layer. */
  readonly maxBytes: number;
  /** Called with each piece that was unpacked, at every layer; it may wait, and refuse by throwing. */
  admit(bytes: number): Promise<void>;
}

/**
 * The bytes of the text that `decodePayload` gives, piece by piece, so that a body can be searched without being held.
 * The layers are the same: form, compression, base64. Only lz64 is held while it is unpacked, because its phrases reach
 * back to the beginning.
 * @throws AppError unsupported_media_type, payload_too_large, and what `admit` throws
 */
export async function* unpackedChunks(
  packed: PackedPayload,
  bounds: UnpackBounds,
): AsyncGenerator<Uint8Array> {
  const { payload, compression } = await findPayload(packed, bounds);
  const { first, all } = await peek(
    trimmed(inflateAdmitted(payload.source, payload.contentEncoding, bounds)),
  );
  if (beginsJson(first[0])) yield* all;
  else if (compression === 'lz64') yield* lzChunks(all, bounds);
  else yield* inflateAdmitted(base64Chunks(all), '', bounds);
}

interface FoundPayload {
  readonly payload: { readonly source: Chunks; readonly contentEncoding: string };
  readonly compression: string;
}

async function findPayload(packed: PackedPayload, bounds: UnpackBounds): Promise<FoundPayload> {
  const { body, contentEncoding, compression, data } = packed;
  if (data !== '')
    return { payload: { source: inPieces(Buffer.from(data)), contentEncoding: '' }, compression };
  const source = inPieces(body);
  if (!isForm(packed)) return { payload: { source, contentEncoding }, compression };
  // The form is read from its beginning for each field, because fields come in any order.
  const form = (): Chunks => inflateAdmitted(inPieces(body), contentEncoding, bounds);
  const { first, all } = await peek(form());
  if (beginsJson(first[0])) return { payload: { source: all, contentEncoding: '' }, compression };
  const said = compression === '' ? await shortText(formField(form(), 'compression')) : compression;
  return { payload: { source: formField(form(), 'data'), contentEncoding: '' }, compression: said };
}

async function* inflateAdmitted(
  source: Chunks,
  contentEncoding: string,
  { maxBytes, admit }: UnpackBounds,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of inflateChunks(source, contentEncoding)) {
    bytes += piece.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    await admit(piece.length);
    yield piece;
  }
}

const MAX_SHORT_BYTES = 20;

async function shortText(source: Chunks): Promise<string> {
  let text = '';
  for await (const piece of source) {
    text += Buffer.from(piece).toString('latin1');
    if (text.length > MAX_SHORT_BYTES) break;
  }
  return text;
}

/** The bytes without white space at the beginning. */
async function* trimmed(source: Chunks): AsyncGenerator<Uint8Array> {
  let hasBegun = false;
  for await (const piece of source) {
    const start = hasBegun ? 0 : piece.findIndex((byte) => !isSpace(byte));
    if (start === -1) continue;
    hasBegun = true;
    yield start === 0 ? piece : piece.subarray(start);
  }
}

/** The bytes that base64 stands for. Spaces stand for plus signs; other white space breaks lines and is left out. */
async function* base64Chunks(source: Chunks): AsyncGenerator<Uint8Array> {
  let left = '';
  for await (const piece of source) {
    const text =
      left +
      Buffer.from(piece)
        .toString('latin1')
        .replaceAll(' ', '+')
        .replaceAll(/[\t\r\n]/g, '');
    const whole = text.length - (text.length % 4);
    left = text.slice(whole);
    yield Buffer.from(text.slice(0, whole), 'base64');
  }
  yield Buffer.from(left, 'base64');
}

async function* lzChunks(source: Chunks, bounds: UnpackBounds): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  const base64 = Buffer.concat(pieces).toString('latin1').trim().replaceAll(' ', '+');
  for (const piece of lzPieces(base64, bounds.maxBytes)) {
    await bounds.admit(piece.length);
    yield Buffer.from(piece);
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
