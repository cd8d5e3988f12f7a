import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js';
import decodePng, { init as initPng } from '@jsquash/png/decode.js';
import resize, { initResize } from '@jsquash/resize';
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js';
import { GifReader } from 'omggif';
import type { ImageKind } from './reencode.ts';

/** The codecs hand images around as the browser's ImageData, which Node does not have. */
export class Pixels {
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

const { resolve } = createRequire(import.meta.url);
export const wasm = (path: string): WebAssembly.Module => new WebAssembly.Module(readFileSync(resolve(path)));

/** Starts a codec once, however many pictures its thread works on. */
export function started(begin: () => Promise<unknown>): () => Promise<unknown> {
  let ready: Promise<unknown> | null = null;
  return () => (ready ??= begin());
}
const starts = {
  jpeg: started(async () => initJpeg(wasm('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'))),
  png: started(async () => initPng(wasm('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'))),
  webp: started(async () => initWebp(wasm('@jsquash/webp/codec/dec/webp_dec.wasm'))),
  resize: started(async () => initResize(wasm('@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm'))),
};

export const decoders: Readonly<Record<ImageKind, (bytes: Uint8Array) => Promise<ImageData>>> = {
  'image/jpeg': async (bytes) => {
    await starts.jpeg();
    return decodeJpeg(ownBuffer(bytes), { preserveOrientation: true });
  },
  'image/png': async (bytes) => {
    await starts.png();
    return decodePng(ownBuffer(bytes));
  },
  'image/webp': async (bytes) => {
    await starts.webp();
    return decodeWebp(ownBuffer(bytes));
  },
  'image/gif': async (bytes) => {
    const reader = new GifReader(bytes);
    const pixels = new Uint8ClampedArray(reader.width * reader.height * 4);
    reader.decodeAndBlitFrameRGBA(0, new Uint8Array(pixels.buffer));
    return new Pixels(pixels, reader.width, reader.height);
  },
};

/** Maximum length of a side; a smaller picture stays unchanged. */
export async function fitted(image: ImageData, side: number): Promise<ImageData> {
  const scale = Math.min(1, side / Math.max(image.width, image.height));
  if (scale === 1) return image;
  await starts.resize();
  return resize(image, {
    width: Math.max(1, Math.round(image.width * scale)),
    height: Math.max(1, Math.round(image.height * scale)),
  });
}

const ownBuffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
