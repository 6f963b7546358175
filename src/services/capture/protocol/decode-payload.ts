import { decodeLzString } from './decode-lz-string.ts';
import { inflateBounded, tooLarge } from './inflate-bounded.ts';
import { beginsJson, isForm, type PackedPayload } from './packed-payload.ts';

/**
 * The JSON text of a capture request of the v0 protocol. Unpacking never allocates more than `maxBytes`.
 * @throws AppError payload_too_large, unsupported_media_type, invalid_json (does not unpack)
 */
export async function decodePayload(packed: PackedPayload, maxBytes: number): Promise<string> {
  const { bytes, compression, contentEncoding } = await findPayload(packed, maxBytes);
  const unpacked = await inflateBounded(bytes, contentEncoding, maxBytes);
  const text = unpacked.toString('utf8').trim();
  if (beginsJson(text.charCodeAt(0))) return text;
  // Form decoding has turned each `+` that was not escaped into a space.
  const base64 = text.replaceAll(' ', '+');
  if (compression === 'lz64') return decodeLzString(base64, maxBytes);
  if (!BASE64.test(base64)) return text;
  return (await inflateBounded(Buffer.from(base64, 'base64'), '', maxBytes)).toString();
}

interface FoundPayload {
  readonly bytes: Uint8Array;
  readonly contentEncoding: string;
  readonly compression: string;
}

/** Old clients send base64. */
const BASE64 = /^[A-Za-z0-9+/_\s-]+={0,2}$/;

async function findPayload(packed: PackedPayload, maxBytes: number): Promise<FoundPayload> {
  const { body, contentEncoding, compression, data } = packed;
  if (data !== '') return { bytes: bounded(data, maxBytes), contentEncoding: '', compression };
  if (!isForm(packed)) return { bytes: body, contentEncoding, compression };
  const form = await inflateBounded(body, contentEncoding, maxBytes);
  // Some clients announce a form and send JSON.
  if (beginsJson(form[0])) return { bytes: form, contentEncoding: '', compression };
  const fields = new URLSearchParams(form.toString('utf8'));
  return {
    bytes: bounded(fields.get('data') ?? '', maxBytes),
    contentEncoding: '',
    compression: compression || (fields.get('compression') ?? ''),
  };
}

function bounded(data: string, maxBytes: number): Uint8Array {
  if (data.length > maxBytes) throw tooLarge(maxBytes);
  return Buffer.from(data);
}
