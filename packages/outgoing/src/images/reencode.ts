import { Worker } from 'node:worker_threads';
import { imageSize } from 'image-size';

/** What may be uploaded. @source reference/tracking-api.md §3.5 */
export const IMAGE_KINDS = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];

/** A small file may claim a huge picture: this many pixels are 100 MB of memory. */
const MAX_PIXELS = 25_000_000;
const PATIENCE_MS = 15_000;

/**
 * Turns an uploaded picture into a WebP file of at most 1024 pixels a side that holds its pixels and nothing
 * else. The decoders run as WebAssembly in a thread of their own, which is ended when it takes too long.
 * @returns null when the bytes are no such picture.
 */
export async function reencode(kind: ImageKind, bytes: Uint8Array): Promise<Uint8Array | null> {
  if (!hasReasonableSize(kind, bytes)) return null;
  const worker = new Worker(new URL('./reencode-thread.ts', import.meta.url), {
    workerData: { kind, bytes },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  try {
    return await new Promise<Uint8Array | null>((resolve) => {
      const timer = setTimeout(() => resolve(null), PATIENCE_MS);
      const finish = (encoded: ArrayBuffer | null): void => {
        clearTimeout(timer);
        resolve(encoded === null ? null : new Uint8Array(encoded));
      };
      worker.once('message', finish);
      worker.once('error', () => finish(null));
      worker.once('exit', () => finish(null));
    });
  } finally {
    await worker.terminate();
  }
}

function hasReasonableSize(kind: ImageKind, bytes: Uint8Array): boolean {
  try {
    const { width, height, type } = imageSize(bytes);
    const claimed = kind.slice('image/'.length);
    const actual = type === 'jpg' ? 'jpeg' : type;
    return actual === claimed && width > 0 && height > 0 && width * height <= MAX_PIXELS;
  } catch {
    return false; // Not a picture at all.
  }
}
