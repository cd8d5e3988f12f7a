import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js';
import decodePng, { init as initPng } from '@jsquash/png/decode.js';
import encodePng, { init as initPngEncoder } from '@jsquash/png/encode.js';
import resize, { initResize } from '@jsquash/resize';
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js';
import encodeWebp, { init as initEncoder } from '@jsquash/webp/encode.js';
import { GifReader } from 'omggif';
import type { ImageKind, PictureWork } from './reencode.ts';

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

/** Decodes, resizes and encodes a picture again: only the pixels of the original file remain. */
async function remake({
  kind,
  bytes,
  squares,
  png,
  webp = MAX_SIDE,
}: PictureWork): Promise<readonly ArrayBuffer[]> {
  const image = await decoders[kind](bytes);
  if (png !== undefined) {
    await initPngEncoder(wasm('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'));
    return [await encodePng(await fitted(image, png))];
  }
  if (squares.length === 0) {
    await initEncoder(wasm('@jsquash/webp/codec/enc/webp_enc.wasm'));
    return [await encodeWebp(await fitted(image, webp), { quality: 82 })];
  }
  await initPngEncoder(wasm('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'));
  const made: ArrayBuffer[] = [];
  for (const side of squares) made.push(await encodePng(inSquare(await fitted(image, side), side)));
  return made;
}

/** Maximum length of a side; a smaller picture stays unchanged. */
async function fitted(image: ImageData, side: number): Promise<ImageData> {
  const scale = Math.min(1, side / Math.max(image.width, image.height));
  if (scale === 1) return image;
  await initResize(wasm('@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm'));
  return resize(image, {
    width: Math.max(1, Math.round(image.width * scale)),
    height: Math.max(1, Math.round(image.height * scale)),
  });
}

/** In the middle, on nothing. */
function inSquare(image: ImageData, side: number): ImageData {
  const pixels = new Uint8ClampedArray(side * side * 4);
  const left = Math.floor((side - image.width) / 2);
  const top = Math.floor((side - image.height) / 2);
  for (let row = 0; row < image.height; row++) {
    const line = image.data.subarray(row * image.width * 4, (row + 1) * image.width * 4);
    pixels.set(line, ((top + row) * side + left) * 4);
  }
  return new Pixels(pixels, side, side);
}

const ownBuffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

if (parentPort) {
  const port = parentPort;
  remake(workerData as PictureWork).then(
    (encoded) => port.postMessage(encoded, [...encoded]),
    () => port.postMessage(null),
  );
}
