import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hasStrace, recordRun } from './record-run.ts';
import { saveRun } from './saved-run.ts';
import { tryImages } from './try-images.ts';

// npm run power-loss -- [--images N] [--seed S] [--records N] [--save]: images of the data folder as losses of power may
// leave them, each opened and compared with what devices were promised.
const SMALL_RUN = 40;
const { values } = parseArgs({
  options: {
    images: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    records: { type: 'string', default: '5000' },
    save: { type: 'boolean', default: false },
  },
});
if (!hasStrace()) throw new Error('Cannot record a run: strace is not installed');
const place = mkdtempSync(join(tmpdir(), 'rastro-power-loss-'));
try {
  const run = await recordRun(place, values.save ? SMALL_RUN : Number(values.records));
  if (values.save) saveRun(run);
  else {
    const { images, promised, derived, wrong } = await tryImages(run, {
      images: Number(values.images),
      seed: Number(values.seed),
      place,
    });
    for (const line of wrong) process.stdout.write(`${line}\n`);
    process.stdout.write(
      `${run.calls.length} calls recorded, ${images} images from seed ${values.seed}, ${promised} promised records looked for, ${derived} derived histories, ${wrong.length} complaints\n`,
    );
    process.exitCode = wrong.length === 0 ? 0 : 1;
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
