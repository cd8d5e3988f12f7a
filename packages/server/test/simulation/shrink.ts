import type { Fault } from './faults.ts';
import { simulate, type RunResult, type RunSettings } from './run.ts';

/** Leaves out faults as long as the run still violates a rule: halves first, then one by one. */
export async function shrunk(settings: RunSettings, failed: RunResult): Promise<RunResult> {
  let best = failed;
  for (let size = Math.ceil(best.faults.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < best.faults.length;) {
      const faults = without(best.faults, at, size);
      const result = await simulate({ ...settings, faults });
      if (result.violations.length > 0) best = result;
      else at += size;
    }
  }
  return best;
}

const without = (faults: readonly Fault[], at: number, size: number): readonly Fault[] =>
  faults.filter((_, index) => index < at || index >= at + size);
