import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pino from 'pino';
import { UserClient } from '../../../test/user-client.ts';
import { runServer, type RunningServer } from '../../run-server.ts';
import { readSettings } from '../../settings/read-settings.ts';

const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'a ledger of its own' };
const folder = mkdtempSync(join(tmpdir(), 'rastro-fit-'));
let behind: RunningServer;
let front: RunningServer;
const start = (environment: Record<string, string>): Promise<RunningServer> =>
  runServer(
    readSettings(
      { PORT: '0', HOST: '127.0.0.1', PROTOCOLS: '', MAP_STYLE_URL: '', POSTCODE_URL: '', ...environment },
      null,
    ),
    pino({ level: 'silent' }),
  );
// Of another brand, so that the one behind knows nothing of what the one in front stores, as a Traccar.
before(async () => {
  behind = await start({ DATA_DIR: join(folder, 'behind'), BRAND: 'acme', ...ADMIN });
  front = await start({ DATA_DIR: join(folder, 'front'), TRACKING_SERVER_URL: behind.url });
});
after(async () => {
  await front.close();
  await behind.close();
  rmSync(folder, { recursive: true });
});

interface StoredEntity {
  readonly id: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}
async function root(server: RunningServer): Promise<UserClient> {
  const userClient = new UserClient(() => server.url);
  assert.equal(await userClient.signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD), 200);
  return userClient;
}
const UNFIT_OF_USERS = {
  advancedPerms: 'zzzz',
  resellerDomain: 'not a domain',
  billingFine: -1,
  billingFirstDueDay: 45,
  resellerLimit: 'many',
  billingEnabled: 'yes',
  billingDiscountMode: 7,
};
const UNFIT_OF_DRIVERS = { licenceValidity: '2026-02-30', fuelCost: 'much', qrLockAfter: -5 };

for (const [kind, brand] of [
  ['embedded', 'acme'],
  ['in front', 'rastro'],
] as const) {
  test(`[GATE-76] ${kind}: what the product keeps about people and drivers is of its kind, other names are free`, async () => {
    const boss = await root(kind === 'embedded' ? behind : front);
    const body = (more: object) => ({
      attributes: more,
      name: 'Person',
      password: 'keys at home',
      email: '',
    });
    const email = `${brand}@example.com`;
    const free = { colour: 'red', 'other.billingFirstDueDay': 45, fleetSize: { cars: 3 } };
    const fine = { ...free, [`${brand}.billingFirstDueDay`]: 31, [`${brand}.billingFine`]: 2.5 };
    const made = await boss.json<StoredEntity>('POST', '/api/users', { ...body(fine), email });
    assert.equal(made.attributes[`${brand}.billingFirstDueDay`], 31);
    const driver = await boss.json<StoredEntity>('POST', '/api/drivers', { name: 'Dana', uniqueId: brand });
    for (const [path, accepted, unfit] of [
      ['/api/users', { ...made, password: null }, UNFIT_OF_USERS],
      ['/api/drivers', { ...driver, uniqueId: brand }, UNFIT_OF_DRIVERS],
    ] as const) {
      for (const [name, value] of Object.entries(unfit)) {
        const attributes = { [`${brand}.${name}`]: value };
        const { id: _id, ...fields } = accepted;
        const added = { ...fields, uniqueId: 'new', email: 'new@example.com', attributes };
        for (const refused of [
          await boss.call('POST', path, added),
          await boss.call('PUT', `${path}/${accepted.id}`, { ...accepted, attributes }),
        ]) {
          assert.equal(refused.status, 400, `${path} ${name}: ${refused.text}`);
          assert.match(refused.text, new RegExp(`^Invalid data - attributes\\.${brand}\\.${name}: must be `));
        }
      }
    }
  });
}

test('[GATE-76] what is stored wrongly does not block an unrelated change, and may not become wrong in another way', async () => {
  const day = 'rastro.billingFirstDueDay';
  const plain = await root(behind);
  const stored = await plain.json<StoredEntity>('POST', '/api/users', {
    name: 'Kept before',
    email: 'kept@example.com',
    password: 'keys at home',
    attributes: { [day]: 45 },
  });
  const boss = await root(front);
  const put = (attributes: object): Promise<{ status: number; text: string }> =>
    boss.call('PUT', `/api/users/${stored.id}`, { ...stored, name: 'Renamed', attributes });
  assert.equal((await put({ [day]: 45, colour: 'red' })).status, 200);
  assert.equal((await put({ [day]: 46 })).status, 400);
  assert.equal((await put({ [day]: 45, 'rastro.billingFine': -3 })).status, 400);
  assert.equal((await put({ colour: 'red' })).status, 200);
  assert.equal((await put({ [day]: 45 })).status, 400, 'it is gone');
});
