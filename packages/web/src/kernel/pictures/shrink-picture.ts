const TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
/** The server takes no more. @source docs/reference/tracking-api.md §3.5 */
const USUAL: PictureLimits = { maxBytes: 500_000, sidePx: 1024 };
const QUALITY = 0.85;

export interface PictureLimits {
  /** Smaller ones stay as they are. */
  readonly maxBytes: number;
  /** Longer side of one that is made smaller. */
  readonly sidePx: number;
}
/** Types that a file input accepts. */
export const PICTURE_TYPES = TYPES.join(',');

/** A picture that the server takes: small ones as they are, photographs made smaller. null = it is no picture. */
export async function shrinkPicture(
  file: Blob,
  { maxBytes, sidePx }: PictureLimits = USUAL,
): Promise<Blob | null> {
  if (!TYPES.includes(file.type)) return null;
  if (file.size <= maxBytes) return file;
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return null;
  const scale = Math.min(1, sidePx / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY);
  });
}
