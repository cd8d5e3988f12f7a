// One process of several that share a store; it works until it is killed.
import { systemClock } from '@rastro/base';
import { openExtensionStorage } from '@rastro/storage';
import { runJobs } from '@rastro/base/jobs';
import { countingJob } from './counting-job.ts';

const [folder = ''] = process.argv.slice(2);
const write = (fields: object, message: string): void =>
  void process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
runJobs({
  storage: await openExtensionStorage({ folder }),
  jobs: [countingJob(10)],
  clock: systemClock,
  log: { info: write, warn: write, error: write },
  leaseMs: 1500,
  pauseMs: 50,
});
