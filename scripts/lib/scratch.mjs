import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Memory that Linux shows as a folder. */
const MEMORY = '/dev/shm';
/** The tests of all parts together leave a quarter of it there. */
const MIN_BYTES = 4 * 2 ** 30;

/**
 * Makes a new folder for all files of tests. In memory where there is space: tests end processes, never the machine,
 * and a disk needs ten times as long to sync thousands of small databases.
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
