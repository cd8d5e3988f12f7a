import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EMPTY_THEME, type BrandingConfig, type Health } from '@rastro/fleet';
import { LocalCluster, withoutCluster } from '../test/cluster/local-cluster.ts';
import { eventuallyEqual } from '../test/eventually.ts';
import { UserClient } from '../test/user-client.ts';

const skip = withoutCluster() ?? false;
const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'several processes' };
const TITLES = Array.from({ length: 10 }, (_, at) => `Fleet ${at}`);
let cluster: LocalCluster | null = null;
before(async () => {
  if (skip !== false) return;
  cluster = await LocalCluster.start({
    natsServers: 1,
    nodes: { gate: 'ingest', works: 'process', serves: 'api', other: 'api' },
    env: ADMIN,
    protocols: 'osmand:0',
  });
});
after(() => cluster?.close());

const urlOf = (name: string): string => cluster?.node(name).url ?? assert.fail();

test('[BRAND-26] what one has published is in the next answer of another one', { skip }, async () => {
  const user = new UserClient(() => urlOf('serves'));
  await user.signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  const seen: string[] = [];
  for (const title of TITLES) {
    assert.equal((await user.call('PUT', '/ext/theme', { ...EMPTY_THEME, title })).status, 200);
    const config = await (await fetch(`${urlOf('other')}/assets/custom/config.json`)).text();
    seen.push((JSON.parse(config) as BrandingConfig).title);
  }
  assert.deepEqual(seen, TITLES);
});

const authorization = `Basic ${btoa(`${ADMIN.ADMIN_EMAIL}:${ADMIN.ADMIN_PASSWORD}`)}`;
const health = async (): Promise<Health> => {
  const answer = await fetch(`${urlOf('serves')}/ext/health`, { headers: { authorization } });
  assert.equal(answer.status, 200);
  return (await answer.json()) as Health;
};

test(
  '[HEALTH-12] whoever serves users tells what came, and what waits, at the others',
  { skip },
  async () => {
    const gate = cluster?.node('gate') ?? assert.fail();
    const port = gate.protocols['osmand'] ?? assert.fail();
    const reply = await fetch(`http://127.0.0.1:${port}/?id=404&lat=1&lon=2`);
    assert.equal(reply.status, 400);
    const { ingest, queues } = await health();
    assert.deepEqual(ingest?.doors, [{ protocol: 'osmand', port, messages: 0, failures: 0 }]);
    assert.deepEqual(ingest?.refused, { unknown: 1 });
    assert.equal(queues?.rows, 0);

    await gate.kill();
    await eventuallyEqual(async () => (await health()).ingest?.doors, []);
    await cluster?.node('works').kill();
    await eventuallyEqual(async () => {
      const { ingest: arrivals, queues: waiting } = await health();
      return [arrivals, waiting];
    }, [null, null]);
  },
);
