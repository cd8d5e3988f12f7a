import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** A folder that goes with its test. */
export function temporaryFolder(t: TestContext, name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `rastro-${name}-`));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
