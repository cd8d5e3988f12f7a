// The config of a host before anybody has signed in, and what a published brand costs another process that reads all
// of them again. Target: under 5 ms at 1,000 brands.
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrandRegistry } from '@rastro/extension';
import { EMPTY_THEME } from '@rastro/fleet';
import { openExtensionStorage } from '@rastro/storage';
import { runServer } from '../packages/server/src/run-server.ts';
import { readSettings } from '../packages/server/src/settings/read-settings.ts';
import { printFigure, rounded } from './support/print-figure.ts';
import { silentLog } from '../packages/server/test/silent-log.ts';

const WARM_UP = 500;
const CALLS = 4000;
const SETTINGS = {
  brand: 'rastro',
  title: 'Rastro',
  tiles: null,
  archives: [],
  mapStyle: null,
  mapTiler: { streets: '', satellite: '' },
  here: { streets: '', satellite: '' },
};

for (const brands of [100, 1000]) {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-bench-'));
  const storage = await openExtensionStorage({ folder });
  const parts = { storage, settings: SETTINGS, filesPath: '/ext/assets/custom/' };
  const registry = await BrandRegistry.open(parts);
  for (let owner = 1; owner <= brands; owner++) {
    const look = {
      ...EMPTY_THEME,
      languages: [],
      title: `Fleet ${owner}`,
      color: '#0a7f5a',
      whatsapp: '+55 11 5555',
    };
    const kept = { ...registry.brand(owner), published: look };
    const held = { kind: 'brandDomain', key: hostOf(owner), replaces: null };
    const body = { owner, token: 'x', by: 'operator', misses: 0 };
    await registry.writeBrand(owner, kept, { put: [{ ...held, body }] });
  }
  const begun = performance.now();
  await BrandRegistry.open(parts);
  const readAllMs = performance.now() - begun;
  await storage.close();
  const environment = { PORT: '0', HOST: '127.0.0.1', PROTOCOLS: '', MAP_STYLE_URL: '', DATA_DIR: folder };
  const server = await runServer(readSettings(environment, null), silentLog());
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const read = (owner: number) => configOf(server.port, hostOf(owner), agent);
  const tookMs: number[] = [];
  for (let call = 0; call < WARM_UP + CALLS; call++) {
    const owner = 1 + ((call * 7919) % brands);
    const at = performance.now();
    const text = await read(owner);
    if (call >= WARM_UP) tookMs.push(performance.now() - at);
    if (!text.includes(`"Fleet ${owner}"`)) throw new Error(`Wrong brand at ${hostOf(owner)}: ${text}`);
  }
  tookMs.sort((a, b) => a - b);
  const at = (share: number): number => rounded(tookMs[Math.floor(tookMs.length * share)] ?? 0, 2);
  printFigure('brands', {
    n: brands,
    medianMs: at(0.5),
    p99Ms: at(0.99),
    targetMs: 5,
    readAllMs: rounded(readAllMs),
  });
  agent.destroy();
  await server.close();
  rmSync(folder, { recursive: true });
}

function hostOf(owner: number): string {
  return `fleet${owner}.example`;
}
function configOf(port: number, host: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path: '/assets/custom/config.json', headers: { host }, agent };
    const call = request(options, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve(text));
    });
    call.on('error', reject);
    call.end();
  });
}
