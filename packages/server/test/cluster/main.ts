import { parseArgs } from 'node:util';
import { withoutCluster } from './local-cluster.ts';
import { runCluster } from './run-cluster.ts';

/** npm run cluster-test -- [--minutes N] [--seed N] [--ack stream] [--only 'part of the name of a fault'] [--logs]: an installation of six processes while its parts fail. */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    ack: { type: 'string', default: 'store' },
    only: { type: 'string', default: '' },
    logs: { type: 'boolean' },
  },
});
const without = withoutCluster();
if (without !== null) throw new Error(without);
const seed = Number(values.seed ?? Date.now() % 100_000);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const started = Date.now();
const log = (line: string): void =>
  say(`${String(Math.round((Date.now() - started) / 1000)).padStart(4)} s  ${line}`);
log(`seed ${seed}`);
const { violations, counts, logs } = await runCluster({
  seconds: Number(values.minutes) * 60,
  seed,
  only: values.only,
  ack: values.ack === 'stream' ? 'stream' : 'store',
  log,
});
log(JSON.stringify(counts));
for (const violation of violations) say(`not as it must be: ${violation.slice(0, 400)}`);
if (violations.length > 0 || values.logs === true) say(logs);
say(violations.length === 0 ? 'passed' : `failed: ${violations.length}`);
process.exit(violations.length === 0 ? 0 : 1);
