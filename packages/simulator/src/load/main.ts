// Runs a load in a process of its own: the plan is the first argument as JSON, the report one line of JSON.
import { runLoad } from './load.ts';
import type { LoadPlan } from './plan.ts';

const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());
const plan = JSON.parse(process.argv[2] ?? '{}') as LoadPlan;
const report = await runLoad(plan, stop.signal);
process.stdout.write(`${JSON.stringify(report)}\n`);
