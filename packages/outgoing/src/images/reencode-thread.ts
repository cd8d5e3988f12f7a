import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js';
import decodePng, { init as initPng } from '@jsquash/png/decode.js';
import resize, { initResize } from '@jsquash/resize';
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js';
import encodeWebp, { init as initEncoder } from '@jsquash/webp/encode.js';
import { GifReader } from 'omggif';
import type { ImageKind } from './reencode.ts';

/** The codecs hand images around as the browser's ImageData, which Node does not have. */
class Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  readonly colorSpace = 'srgb';
  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}
Object.assign(globalThis, { ImageData: Pixels });

const MAX_SIDE = 1024;
const { resolve } = createRequire(import.meta.url);
const wasm = (path: string): WebAssembly.Module => new WebAssembly.Module(readFileSync(resolve(path)));

const decoders: Readonly<Record<ImageKind, (bytes: Uint8Array) => Promise<ImageData>>> = {
  'image/jpeg': async (bytes) => {
    await initJpeg(wasm('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'));
    return decodeJpeg(ownBuffer(bytes), { preserveOrientation: true });
  },
  'image/png': async (bytes) => {
    await initPng(wasm('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'));
    return decodePng(ownBuffer(bytes));
  },
  'image/webp': async (bytes) => {
    await initWebp(wasm('@jsquash/webp/codec/dec/webp_dec.wasm'));
    return decodeWebp(ownBuffer(bytes));
  },
  'image/gif': async (bytes) => {
    const reader = new GifReader(bytes);
    const pixels = new Uint8ClampedArray(reader.width * reader.height * 4);
    reader.decodeAndBlitFrameRGBA(0, new Uint8Array(pixels.buffer));
    return new Pixels(pixels, reader.width, reader.height);
  },
};

/** Decodes, makes it fit, encodes anew: nothing of the original file but its pixels is left. */
async function reencode(kind: ImageKind, bytes: Uint8Array): Promise<ArrayBuffer> {
  const image = await decoders[kind](bytes);
  const scale = Math.min(1, MAX_SIDE / Math.max(image.width, image.height));
  let fitting = image;
  if (scale < 1) {
    await initResize(wasm('@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm'));
    fitting = await resize(image, {
      width: Math.max(1, Math.round(image.width * scale)),
      height: Math.max(1, Math.round(image.height * scale)),
    });
  }
  await initEncoder(wasm('@jsquash/webp/codec/enc/webp_enc.wasm'));
  return encodeWebp(fitting, { quality: 82 });
}

const ownBuffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

if (parentPort) {
  const port = parentPort;
  const { kind, bytes } = workerData as { kind: ImageKind; bytes: Uint8Array };
  reencode(kind, bytes).then(
    (encoded) => port.postMessage(encoded, [encoded]),
    () => port.postMessage(null),
  );
}
