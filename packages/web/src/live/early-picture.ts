/** Longest time for which the picture of a fitted track stays on a map that is never done. */
const LONGEST_MS = 3_000;

declare global {
  interface Window {
    /** Picture of a track, in the place of the map, from before the application came (`early/track-picture.ts`). */
    earlyPicture?: HTMLCanvasElement;
  }
}

export const hasEarlyPicture = (): boolean => window.earlyPicture !== undefined;

/** Lays the picture over the map, under all panels. One that was made for another place goes. */
export function layEarlyPicture(over: HTMLElement): void {
  const { earlyPicture } = window;
  if (earlyPicture === undefined) return;
  const [made, needed] = [earlyPicture.getBoundingClientRect(), over.getBoundingClientRect()];
  const isThere = (['left', 'top', 'width', 'height'] as const).every(
    (side) => Math.abs(made[side] - needed[side]) < 1,
  );
  if (!isThere) {
    dropEarlyPicture();
    return;
  }
  Object.assign(earlyPicture.style, { position: 'absolute', left: '0', top: '0' });
  over.append(earlyPicture);
}

/** The map has the track. */
export function dropEarlyPicture(): void {
  window.earlyPicture?.remove();
  delete window.earlyPicture;
}

/** The same once the map has drawn what is in view; a hand on it does not wait for that. */
export function dropEarlyPictureWhenDrawn(map: {
  once(event: 'idle' | 'dragstart' | 'wheel', listener: () => void): unknown;
}): void {
  if (!hasEarlyPicture()) return;
  for (const event of ['idle', 'dragstart', 'wheel'] as const) map.once(event, dropEarlyPicture);
  setTimeout(dropEarlyPicture, LONGEST_MS);
}
