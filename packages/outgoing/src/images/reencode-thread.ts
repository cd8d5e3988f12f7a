import { parentPort, workerData } from 'node:worker_threads';
import encodePng, { init as initPngEncoder } from '@jsquash/png/encode.js';
import encodeWebp, { init as initEncoder } from '@jsquash/webp/encode.js';
import { decoders, fitted, Pixels, wasm } from './codecs.ts';
import type { PictureWork } from './reencode.ts';

const MAX_SIDE = 1024;

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

if (parentPort) {
  const port = parentPort;
  remake(workerData as PictureWork).then(
    (encoded) => port.postMessage(encoded, [...encoded]),
    () => port.postMessage(null),
  );
}
