// npm run fuzz -- [--protocol <name>] [--frames <n>] [--runs <n>] [--seed <n>]: searches for bytes that break a
// protocol.
// Frames follow their findings; runs are random. Given neither, a million frames, for a nightly run.
import { inspect, parseArgs } from 'node:util';
import { findProtocol, PROTOCOLS } from '../src/catalogue.ts';
import type { Protocol } from '../src/protocol.ts';
import { fuzz } from './fuzz.ts';
import { guidedFuzz } from './guided-fuzz.ts';

const USUAL_FRAMES = 1_000_000;
/** Progress is printed after so many runs; each part has a seed of its own, counted up. */
const PART = 50_000;

const { values } = parseArgs({
  options: {
    protocol: { type: 'string' },
    frames: { type: 'string' },
    runs: { type: 'string' },
    seed: { type: 'string' },
  },
});
const runs = whole('runs', 0);
const frames = whole('frames', runs > 0 ? 0 : USUAL_FRAMES);
const seed = whole('seed', Math.floor(Math.random() * 0x7fff_ffff));
let failed = false;
for (const protocol of chosen(values.protocol)) {
  if (frames > 0) failed = !survivesFrames(protocol) || failed;
  if (runs > 0) failed = !survives(protocol) || failed;
}
process.exitCode = failed ? 1 : 0;

function survivesFrames(protocol: Protocol): boolean {
  const started = performance.now();
  try {
    const { signatures, corpusSize } = guidedFuzz(protocol, { frames, seed });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const found = `${signatures} ways, ${corpusSize} frames kept`;
    process.stdout.write(
      `${protocol.name}: ${frames} frames, seed ${seed}, ${found}, nothing found in ${seconds} s\n`,
    );
    return true;
  } catch (error) {
    const again = `npm run fuzz -- --protocol ${protocol.name} --frames ${frames} --seed ${seed}`;
    process.stdout.write(`${protocol.name}: broken; again with ${again}\n${inspect(error)}\n`);
    return false;
  }
}

function survives(protocol: Protocol): boolean {
  const started = performance.now();
  for (let done = 0; done < runs; done += PART) {
    const part = { runs: Math.min(PART, runs - done), seed: seed + done / PART };
    try {
      fuzz(protocol, part);
    } catch (error) {
      const again = `npm run fuzz -- --protocol ${protocol.name} --runs ${part.runs} --seed ${part.seed}`;
      process.stdout.write(`${protocol.name}: broken; again with ${again}\n${inspect(error)}\n`);
      return false;
    }
    if (runs > PART) process.stderr.write(`${protocol.name}: ${done + part.runs} of ${runs}\n`);
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${protocol.name}: ${runs} runs, seed ${seed}, nothing found in ${seconds} s\n`);
  return true;
}

function chosen(name: string | undefined): readonly Protocol[] {
  if (name === undefined) return PROTOCOLS;
  const protocol = findProtocol(name);
  return protocol
    ? [protocol]
    : exitWithError(`there is no protocol ${name}; there are ${PROTOCOLS.map((one) => one.name).join(', ')}`);
}

function whole(option: 'frames' | 'runs' | 'seed', usual: number): number {
  const text = values[option];
  if (text === undefined) return usual;
  const value = Number(text);
  return Number.isInteger(value) && value > 0
    ? value
    : exitWithError(`--${option} is a whole number above 0`);
}

function exitWithError(why: string): never {
  process.stderr.write(`Cannot fuzz: ${why}\n`);
  process.exit(1);
}
