import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

/** In a process of its own: whatever else a test run leaves behind would ask the clock of the simulation. */
const simulation = (...args: readonly string[]): Promise<{ readonly code: number; readonly text: string }> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, ...args], (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, text: stdout + stderr }),
    );
  });

test('[SIM-1] the same seed gives the same trace', async () => {
  const [first, again] = [await simulation('--seeds', '11..12'), await simulation('--seeds', '11..12')];
  assert.match(first.text, /seed 11: [0-9a-f]{16}, \d+ records/);
  assert.equal(first.text, again.text);
});

test('[SIM-2] what was promised holds after all faults of fifty seeds', async () => {
  const { code, text } = await simulation('--seeds', '1..50');
  assert.equal(code, 0, text);
});

test('[SIM-3] a planted bug is found, with its seed and the fewest faults', async () => {
  const { code, text } = await simulation(
    '--seeds',
    '1..20',
    '--hours',
    '0.1',
    '--plant',
    'changing-identity',
  );
  assert.equal(code, 1, text);
  assert.match(text, /✖ .* stored twice/);
  assert.match(text, /with \d+ faults: /);
});
