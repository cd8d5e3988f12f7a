// The server from the start of its process to the first answer, on an empty data folder and on one that has entities.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { makeData, writeLatest } from './support/made-data.ts';
import { printFigure, rounded } from './support/print-figure.ts';

const MAIN = fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url));
const ROUNDS = 5;

for (const devices of [0, 10_000]) {
  const data = await makeData(devices);
  await data.write((storage) => writeLatest(storage, data.deviceIds, 1));
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await startMs(data.folder));
  data.remove();
  const sorted = times.toSorted((a, b) => a - b);
  printFigure('start', {
    n: devices,
    medianMs: rounded(sorted[ROUNDS >> 1] ?? 0),
    longestMs: rounded(sorted.at(-1) ?? 0),
  });
}

async function startMs(folder: string): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      PROTOCOLS: 'teltonika:0',
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      MAP_STYLE_URL: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url } = JSON.parse(line) as { readonly url: string };
  await fetch(`${url}/health/ready`);
  const ms = performance.now() - started;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
  return ms;
}
