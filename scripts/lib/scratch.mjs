import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Memory that Linux shows as a folder. */
const MEMORY = '/dev/shm';
/** The tests of all parts together leave a quarter of it there. */
const MIN_BYTES = 4 * 2 ** 30;

/**
 * A new folder for everything that tests write. In memory where there is room: tests end processes, never the machine,
 * and what a disk takes to confirm thousands of small databases is a tenth of their time.
 */
export const scratchFolder = () => mkdtempSync(join(hasSpace() ? MEMORY : tmpdir(), 'rastro-test-'));

function hasSpace() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= MIN_BYTES;
  } catch {
    // Not on this system.
    return false;
  }
}
