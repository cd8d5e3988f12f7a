import { parentPort, workerData } from 'node:worker_threads';
import { optimise, USUAL_ROUNDS } from '@rastro/fleet/routing';
import type { OptimiseMessage, OptimiseWork } from './builtin-optimiser.ts';

/** Shares of the work that are told. */
const STEPS = 50;

function run({ problem, seed, rounds, stop }: OptimiseWork, tell: (message: OptimiseMessage) => void): void {
  const isStopped = new Int32Array(stop);
  const count = rounds ?? USUAL_ROUNDS;
  let told = -1;
  try {
    const plan = optimise(problem, {
      ...(seed === null ? {} : { seed }),
      rounds: count,
      shouldStop: () => Atomics.load(isStopped, 0) === 1,
      onProgress: (round) => {
        const step = Math.floor((round / count) * STEPS);
        if (step === told) return;
        told = step;
        tell({ kind: 'progress', share: round / count });
      },
    });
    tell({ kind: 'done', plan });
  } catch (error) {
    tell({ kind: 'failed', message: error instanceof Error ? error.message : 'Cannot plan' });
  }
}

if (parentPort) {
  const port = parentPort;
  const work: OptimiseWork = workerData;
  run(work, (message) => port.postMessage(message));
}
