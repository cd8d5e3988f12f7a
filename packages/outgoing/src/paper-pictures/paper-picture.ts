import encodeJpeg, { init as initEncoder } from '@jsquash/jpeg/encode.js';
import { decoders, fitted, Pixels, started, wasm } from '../images/codecs.ts';
import { imageKindOf } from '../images/reencode.ts';

/** A picture that a paper can hold. */
export interface PaperPicture {
  /** JPEG. */
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}
const QUALITY = 76;
const begin = started(async () => initEncoder(wasm('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm')));

/**
 * A picture for a paper, which reads no WebP: what is transparent is white, and the longer side has at most so many
 * pixels. It decodes where it is called: for threads only. Null = it is no picture.
 */
export async function paperPicture(bytes: Uint8Array, side: number): Promise<PaperPicture | null> {
  const kind = imageKindOf(bytes);
  if (kind === null) return null;
  try {
    const { data, width, height } = await fitted(await decoders[kind](bytes), side);
    await begin();
    const made = await encodeJpeg(new Pixels(onWhite(data), width, height), { quality: QUALITY });
    return { bytes: new Uint8Array(made), width, height };
  } catch {
    return null; // A paper is worth more than one of its pictures.
  }
}

const OPAQUE = 255;
function onWhite(pixels: Uint8ClampedArray): Uint8ClampedArray {
  const flat = new Uint8ClampedArray(pixels.length);
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = (pixels[at + 3] ?? OPAQUE) / OPAQUE;
    for (let channel = at; channel < at + 3; channel++)
      flat[channel] = (pixels[channel] ?? 0) * alpha + OPAQUE * (1 - alpha);
    flat[at + 3] = OPAQUE;
  }
  return flat;
}
