const TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
/** The server takes no more. @source docs/reference/tracking-api.md §3.5 */
const MAX_BYTES = 500_000;
const SIDE_PX = 1024;
const QUALITY = 0.85;

/** Types that a file input accepts. */
export const PICTURE_TYPES = TYPES.join(',');

/** A picture that the server takes: small ones as they are, photographs made smaller. null = it is no picture. */
export async function shrinkPicture(file: Blob): Promise<Blob | null> {
  if (!TYPES.includes(file.type)) return null;
  if (file.size <= MAX_BYTES) return file;
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return null;
  const scale = Math.min(1, SIDE_PX / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY);
  });
}
