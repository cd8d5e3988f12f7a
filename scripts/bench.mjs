// npm run bench [name …] [size …]: one JSON line per figure, with the machine and the commit. Sizes are for benchmarks that take them.
import { readdirSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { orExplain } from './lib/failing.mjs';
import { ensureInstalled, ensureWebBuilt } from './lib/prepare.mjs';
import { must, NODE, ROOT, run } from './lib/run.mjs';

orExplain(async () => {
  await ensureInstalled();
  const all = readdirSync(join(ROOT, 'bench'))
    .filter((file) => file.endsWith('.bench.ts'))
    .map((file) => file.replace('.bench.ts', ''));
  const isSize = (argument) => /^\d+$/.test(argument);
  const sizes = process.argv.slice(2).filter(isSize);
  const wanted = process.argv.slice(2).filter((argument) => !isSize(argument));
  const unknown = wanted.filter((name) => !all.includes(name));
  if (unknown.length > 0)
    throw new Error(`There is no benchmark ${unknown.join(', ')}; there are ${all.join(', ')}`);
  await ensureWebBuilt();
  const commit = (await must('git', ['rev-parse', '--short', 'HEAD'], { quiet: true })).trim();
  const machine = {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
  };
  let failed = 0;
  for (const name of wanted.length > 0 ? wanted : all) {
    const { code, output } = await run(NODE, [`bench/${name}.bench.ts`, ...sizes], { quiet: true });
    for (const line of output.split('\n').filter((text) => text !== '')) {
      if (!line.startsWith('{"bench"')) process.stderr.write(`${line}\n`);
      else process.stdout.write(`${JSON.stringify({ ...JSON.parse(line), commit, machine })}\n`);
    }
    if (code !== 0) failed++;
  }
  process.exit(failed === 0 ? 0 : 1);
});
