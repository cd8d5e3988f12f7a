import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import openapiTypescript from 'openapi-typescript';
import pino from 'pino';
import { runServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';

const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
const run = promisify(execFile);
const OPTIONS =
  '--noEmit --strict --noUncheckedIndexedAccess --allowImportingTsExtensions --module esnext --target esnext'.split(
    ' ',
  );

/** Program that uses the generated types; its second half must not compile. */
const USE = `import type { components, paths } from './api.ts';

type Schemas = components['schemas'];
type Get<P extends keyof paths> = paths[P] extends { get: { responses: { 200: { content: { 'application/json': infer T } } } } } ? T : never;

const made: Schemas['NewDevice'] = { name: 'Van', uniqueId: '1' };
const link: Schemas['Permission'] = { userId: 1, deviceId: 2 };
declare const devices: Get<'/api/devices'>;
const names: readonly string[] = devices.map(({ name }) => name);
declare const positions: Get<'/api/positions'>;
const tower: number | undefined = positions[0]?.network?.cellTowers?.[0]?.cellId;
declare const trips: Get<'/api/reports/trips'>;
const metres: number = trips.reduce((sum, { distance }) => sum + distance, 0);
declare const sent: paths['/api/commands/send']['post']['responses'][202]['content']['application/json'];
const first: number | undefined = Array.isArray(sent) ? sent[0]?.id : sent.id;
declare const visitor: Get<'/ext/visitor'>;
const city: string | null = visitor.city;
export { city, first, link, made, metres, names, tower };
`;
const MISUSE = `import type { components } from './api.ts';
export const made: components['schemas']['NewDevice'] = { name: 'Van' };
export const name: number = ({} as components['schemas']['Device']).name;
`;

test('[DOCS-8] a generator makes typed clients of the document, which take what is right and refuse what is wrong', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-generated-'));
  const environment = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), PROTOCOLS: '' };
  const server = await runServer(readSettings(environment, null), pino({ level: 'silent' }));
  t.after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  const text = await (await fetch(`${server.url}/api/openapi.json`)).text();
  writeFileSync(join(folder, 'api.ts'), await openapiTypescript(JSON.parse(text)));
  writeFileSync(join(folder, 'use.ts'), USE);
  writeFileSync(join(folder, 'misuse.ts'), MISUSE);
  const check = (file: string) => run(process.execPath, [TSC, ...OPTIONS, file], { cwd: folder });
  await check('use.ts');
  await assert.rejects(check('misuse.ts'), ({ stdout }: { stdout: string }) => {
    assert.match(stdout, /uniqueId/);
    assert.match(stdout, /'string' is not assignable to type 'number'/);
    return true;
  });
});
