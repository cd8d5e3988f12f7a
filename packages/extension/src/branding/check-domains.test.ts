import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { openExtensionStorage } from '@rastro/storage';
import { BrandRegistry } from './brand-registry.ts';
import { checkDomains } from './check-domains.ts';
import { hostNameOf } from './host-name.ts';
import { themeDomains } from './theme-domains.ts';
import { themeOf } from './theme.ts';
import type { DomainLookup } from './verify-domain.ts';

const SETTINGS = {
  brand: 'rastro',
  title: 'Rastro',
  tiles: null,
  archives: [],
  mapStyle: null,
  mapTiler: { streets: '', satellite: '' },
  here: { streets: '', satellite: '' },
};

async function openRegistry(t: TestContext): Promise<BrandRegistry> {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-domains-'));
  const storage = await openExtensionStorage({ folder });
  t.after(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });
  return BrandRegistry.open({ storage, settings: SETTINGS, filesPath: '/ext/assets/custom/' });
}

/** Name servers and web servers of everybody. */
class Outside implements DomainLookup {
  readonly records = new Map<string, readonly string[]>();
  readonly pages = new Map<string, string>();
  readonly resolveTxt = async (name: string): Promise<readonly string[]> => {
    const found = this.records.get(name);
    if (!found) throw new Error('ENOTFOUND');
    return found;
  };
  readonly ask = async (url: URL) => {
    const body = this.pages.get(url.href);
    return body === undefined ? null : { status: 200, body };
  };
}
type Check = Parameters<ReturnType<typeof themeDomains>['check']>[0];
type Claim = Parameters<ReturnType<typeof themeDomains>['claim']>[0];
const reseller = (id: number) => ({
  id,
  administrator: false,
  readonly: false,
  attributes: { 'rastro.reseller': true },
});
const callOf = (id: number, domain: string): Check & Claim =>
  ({
    caller: reseller(id),
    query: { owner: null, trust: true },
    params: { domain },
    body: { domain },
  }) as unknown as Check & Claim;

test('[BRAND-20] a domain works when its record or its file has the token; one brand has it, and a claim takes nothing', async (t) => {
  const registry = await openRegistry(t);
  const outside = new Outside();
  const { claim, check, remove } = themeDomains({ registry, lookup: outside, trackingApi: null });
  const tokenOf = (owner: number): string => themeOf(registry, owner).domains[0]?.token ?? assert.fail();
  for (const id of [7, 8]) assert.equal((await claim(callOf(id, 'a.example'))).status, 200);
  assert.notEqual(tokenOf(7), tokenOf(8));
  assert.equal((await check(callOf(7, 'a.example'))).status, 400, 'no word of the owner');
  outside.records.set('_rastro-domain.a.example', ['v=spf1 -all', tokenOf(7)]);
  assert.equal((await check(callOf(8, 'a.example'))).status, 400, 'the token of somebody else');
  assert.equal((await check(callOf(7, 'a.example'))).status, 200);
  assert.equal(registry.forHost('a.example:443').owner, 7);
  outside.pages.set('https://a.example/.well-known/rastro-domain', `${tokenOf(8)}\n`);
  const taken = await check(callOf(8, 'a.example'));
  assert.match(String(taken.body), /^Domain taken/);
  await remove(callOf(8, 'a.example'));
  assert.equal(registry.forHost('a.example').owner, 7, 'giving up a claim takes nothing from who has it');
  await claim(callOf(8, 'a.example'));
  await remove(callOf(7, 'a.example'));
  assert.equal(registry.forHost('a.example').owner, 0);
  outside.pages.set('https://a.example/.well-known/rastro-domain', `${tokenOf(8)}\n`);
  assert.equal((await check(callOf(8, 'a.example'))).status, 200);
  assert.equal(themeOf(registry, 8).domains[0]?.by, 'file');
});

test('[BRAND-21] a domain that has lost its token three days running is lost; one bad day is forgiven', async (t) => {
  const registry = await openRegistry(t);
  const outside = new Outside();
  const { claim, check } = themeDomains({ registry, lookup: outside, trackingApi: null });
  await claim(callOf(7, 'a.example'));
  const token = themeOf(registry, 7).domains[0]?.token ?? assert.fail();
  outside.records.set('_rastro-domain.a.example', [token]);
  await check(callOf(7, 'a.example'));
  await registry.writeHeld('b.example', { owner: 8, token: 'x', by: 'operator', misses: 0 });
  const job = checkDomains(registry, outside);
  const day = 86_400_000;
  assert.deepEqual(job.due(null, 10 * day + 5), [10 * day]);
  assert.deepEqual(job.due(10 * day, 10 * day + 5), []);
  const jobRun = {
    signal: new AbortController().signal,
    lease: { name: 'job', owner: 'test' },
    save: async () => {},
  };
  const days = async (count: number): Promise<void> => {
    for (let each = 0; each < count; each++) await job.perform(each, jobRun);
  };
  outside.records.clear();
  await days(2);
  assert.equal(registry.forHost('a.example').owner, 7);
  outside.records.set('_rastro-domain.a.example', [token]);
  await days(1);
  outside.records.clear();
  await days(2);
  assert.equal(registry.forHost('a.example').owner, 7, 'counted anew');
  await days(1);
  assert.equal(registry.forHost('a.example').owner, 0);
  assert.equal(themeOf(registry, 7).domains[0]?.state, 'waiting', 'it can be verified again');
  assert.equal(registry.forHost('b.example').owner, 8, "on the operator's word");
});

test('[BRAND-22] of 1,000 brands the one of a host is found at once', async (t) => {
  const registry = await openRegistry(t);
  for (let owner = 1; owner <= 1000; owner++) {
    const held = { owner, token: 'x', by: 'operator', misses: 0 } as const;
    await registry.writeHeld(`h${owner}.example`, held);
  }
  for (let owner = 1; owner <= 1000; owner++) registry.forHost(`h${owner}.example`);
  const before = performance.now();
  for (let round = 0; round < 10; round++)
    for (let owner = 1; owner <= 1000; owner++)
      assert.equal(registry.forHost(`h${owner}.example`).owner, owner);
  const each = (performance.now() - before) / 10_000;
  assert.ok(each < 1, `${each} ms`);
});

test('[BRAND-23] a host is its name alone; what is none is nobody', () => {
  assert.equal(hostNameOf('Fleet.Example.:443'), 'fleet.example');
  assert.equal(hostNameOf('[::1]:80'), '[::1]');
  for (const wrong of ['', 'a b', 'a/b', 'a@b', 'a:b', 'a:1:2', 'a\0'])
    assert.equal(hostNameOf(wrong), '', wrong);
});
