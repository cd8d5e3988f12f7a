import { Worker } from 'node:worker_threads';
import { host } from '@rastro/base/host';
import { imageSize } from 'image-size';

/** Types of images that may be uploaded. @source docs/reference/tracking-api.md §3.5 */
export const IMAGE_KINDS = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];

/** A small file may claim a huge picture: this many pixels are 100 MB of memory. */
const MAX_PIXELS = 25_000_000;
const PATIENCE_MS = 15_000;

const USUAL_SIDE = 1024;

/**
 * Turns an uploaded picture into a WebP file of at most 1024 pixels a side that holds its pixels and nothing
 * else; papers that are read need more of them. The decoders run as WebAssembly in a thread of their own, which is ended when it takes too long.
 * @returns null when the bytes are no such picture.
 */
export async function reencode(
  kind: ImageKind,
  bytes: Uint8Array,
  side = USUAL_SIDE,
): Promise<Uint8Array | null> {
  if (!hasReasonableSize(kind, bytes)) return null;
  const [made] = (await inThread({ kind, bytes, squares: [], webp: side })) ?? [];
  return made ?? null;
}

/** The same as square PNG files with sides of so many pixels; other shapes are centered. */
export async function squares(
  kind: ImageKind,
  bytes: Uint8Array,
  sides: readonly number[],
): Promise<readonly Uint8Array[] | null> {
  return hasReasonableSize(kind, bytes) ? inThread({ kind, bytes, squares: sides }) : null;
}

/** The same as a PNG file with its own sides, the longer one at most of so many pixels: for what reads no WebP. */
export async function png(kind: ImageKind, bytes: Uint8Array, side: number): Promise<Uint8Array | null> {
  if (!hasReasonableSize(kind, bytes)) return null;
  const [made] = (await inThread({ kind, bytes, squares: [], png: side })) ?? [];
  return made ?? null;
}

/** Detects the kind of a picture from its bytes; null = not supported. */
export function imageKindOf(bytes: Uint8Array): ImageKind | null {
  return IMAGE_KINDS.find((kind) => hasReasonableSize(kind, bytes)) ?? null;
}

/** Job of the thread. */
export interface PictureWork {
  readonly kind: ImageKind;
  readonly bytes: Uint8Array;
  /** Sides of PNG files; none = one WebP file. */
  readonly squares: readonly number[];
  /** Longest side of the WebP file. */
  readonly webp?: number;
  /** Longest side of one PNG file; absent = none is wanted. */
  readonly png?: number;
}

async function inThread(work: PictureWork): Promise<readonly Uint8Array[] | null> {
  const worker = new Worker(new URL('./reencode-thread.ts', import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  try {
    return await new Promise<readonly Uint8Array[] | null>((resolve) => {
      const timer = host.setTimeout(() => resolve(null), PATIENCE_MS);
      const finish = (encoded: readonly ArrayBuffer[] | null): void => {
        host.clearTimeout(timer);
        resolve(encoded === null ? null : encoded.map((buffer) => new Uint8Array(buffer)));
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
