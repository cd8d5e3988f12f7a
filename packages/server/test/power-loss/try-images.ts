import { join } from 'node:path';
import { buildImage, seeded } from './build-image.ts';
import { checkImage } from './check-image.ts';
import type { RecordedRun } from './record-run.ts';

export interface TriedImages {
  readonly images: number;
  /** Promised records that were looked for, over all images. */
  readonly promised: number;
  /** Derived histories that were made anew and compared, over all images. */
  readonly derived: number;
  /** Lines of images that were not whole, with the seed of each. */
  readonly wrong: readonly string[];
}

/** Cuts a recorded run at random calls, and checks the image of each. */
export async function tryImages(
  run: RecordedRun,
  { images, seed, place }: { readonly images: number; readonly seed: number; readonly place: string },
): Promise<TriedImages> {
  const wrong: string[] = [];
  let [promised, derived] = [0, 0];
  const first = run.promises.find(({ counts }) => counts.some((count) => count > 0))?.at ?? 0;
  const sending = Math.max(
    1,
    run.calls.findIndex(({ at }) => at > first),
  );
  for (let image = 0; image < images; image++) {
    const random = seeded(seed + image);
    for (let i = 0; i < 3; i++) random(); // Neighboring seeds begin alike.
    // Half of them while devices send; the others at any time, the first start included.
    const from = image % 2 === 0 ? 1 : sending;
    const cut = from + Math.floor(random() * (run.calls.length + 1 - from));
    const built = buildImage(run.calls, cut, random);
    const found = await checkImage(built, run, join(place, 'image'));
    derived += found.derived;
    wrong.push(...found.wrong.map((line) => `seed ${seed + image}, call ${cut}: ${line}`));
    const counts = run.promises.findLast(({ at }) => at < built.at)?.counts ?? [];
    promised += counts.reduce((a, b) => a + b, 0);
  }
  return { images, promised, derived, wrong };
}
