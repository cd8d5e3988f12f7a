// npm run sim -- [--seed N | --seeds A..B] [--seconds S] [--hours H] [--plant NAME] [--lost-answers] [--trace]: simulates
// the tracking server. A seed is a run; no new one begins after so many seconds of the processor. With a planted bug it
// stops at the first seed that finds it.
import { parseArgs } from 'node:util';
import { faultText } from './faults.ts';
import { PLANT_NAMES } from './plants.ts';
import { simulate, type RunResult, type RunSettings } from './run.ts';
import { shrunk } from './shrink.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    hours: { type: 'string', default: '0.3' },
    seconds: { type: 'string', default: 'Infinity' },
    plant: { type: 'string' },
    'lost-answers': { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const plant = PLANT_NAMES.find((name) => name === values.plant);
if (values.plant !== undefined && !plant) throw new Error(`Cannot plant: choose of ${PLANT_NAMES.join()}`);
const [first = 1, last = first] = (values.seeds ?? values.seed ?? '1').split('..').map(Number);

const isTimeLeft = (): boolean => process.cpuUsage().user < Number(values.seconds) * 1e6;

for (let seed = first; seed <= last && isTimeLeft(); seed++) {
  const settings: RunSettings = {
    seed,
    hours: Number(values.hours),
    losesAnswers: values['lost-answers'],
    ...(plant ? { plant } : {}),
  };
  const result = await simulate({ ...settings, ...(values.trace ? { onLine: print } : {}) });
  const { hash, records, acknowledged, faults } = result;
  print(`seed ${seed}: ${hash}, ${records} records, ${acknowledged} acknowledged, ${faults.length} faults`);
  if (result.violations.length === 0) continue;
  await explain(settings, result);
  process.exitCode = 1;
  if (plant) break;
}

// Servers that were killed leave timers of the web framework behind: nobody waits for them.
process.exit();

/** Prints what is wrong, and the fewest faults with which something still is. */
async function explain(settings: RunSettings, result: RunResult): Promise<void> {
  for (const violation of result.violations) print(`  ✖ ${violation}`);
  const least = values.trace ? result : await shrunk(settings, result);
  print(`  with ${least.faults.length} faults: ${least.violations.slice(0, 3).join('; ')}`);
  for (const fault of least.faults) print(`    ${faultText(fault)}`);
}
