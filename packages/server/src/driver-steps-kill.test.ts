import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Device, Driver } from '@rastro/fleet';
import type { DriverStepAnswer, OrderProof, RoadOrderDetail } from '@rastro/fleet/orders';
import { ADMIN, startKillable } from '../test/kill-test-server.ts';
import { UserClient } from '../test/user-client.ts';

const ROUNDS = 4;
const STOPS = 3;
const folder = mkdtempSync(join(tmpdir(), 'rastro-driver-kill-'));
after(() => rmSync(folder, { recursive: true }));

const LOGIN = { username: 'davi.kill', password: 'keys in the drawer' };
let url = '';
const boss = new UserClient(() => url);
const davi = new UserClient(() => url);

/** A van with a driver who may check in. */
async function prepare(): Promise<number> {
  const van = await boss.json<Device>('POST', '/api/devices', { name: 'Van', uniqueId: 'kill-van' });
  const driver = await boss.json<Driver>('POST', '/api/drivers', { name: 'Davi', uniqueId: 'kill-davi' });
  await boss.json('PUT', `/ext/drivers/${driver.id}/qr-access`, LOGIN);
  return van.id;
}
/** Orders of the van, as the phone of its driver gets them. */
async function stopsFor(deviceId: number): Promise<readonly number[]> {
  const ids: number[] = [];
  for (let n = 0; n < STOPS; n++) {
    const body = { customer: 'Padaria', place: { address: 'Rua A, 1' } };
    const { id } = await boss.json<RoadOrderDetail>('POST', '/ext/orders', body);
    await boss.json('POST', `/ext/orders/${id}/steps`, { id: randomUUID(), kind: 'assign', deviceId });
    ids.push(id);
  }
  await davi.json('POST', '/ext/qr-driver', { id: deviceId });
  await davi.json('GET', '/ext/qr-driver/stops');
  return ids;
}

test('[DRIVERSTEP-10] kill -9 while a phone sends its steps, 4 rounds: nothing answered is lost, nothing is doubled', async () => {
  let vanId = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const first = await startKillable(folder);
    ({ url } = first);
    assert.equal(await boss.signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD), 200);
    if (round === 0) vanId = await prepare();
    assert.equal(await davi.signIn(LOGIN.username, LOGIN.password), 200);
    const orderIds = await stopsFor(vanId);
    const at = new Date().toISOString();
    const steps = orderIds.flatMap((orderId) =>
      (['arrive', 'done'] as const).map((kind) => ({ id: randomUUID(), orderId, kind, at })),
    );
    const send = () =>
      davi.json<readonly DriverStepAnswer[]>('POST', '/ext/qr-driver/steps', { sentAt: at, steps });
    const answered = send().then(
      (answers) => answers,
      () => null,
    );
    // Each round ends at another moment between the first commit and the answer.
    await sleep(round * 6);
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    const before = await answered;

    const second = await startKillable(folder);
    ({ url } = second);
    assert.equal(await boss.signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD), 200);
    assert.equal(await davi.signIn(LOGIN.username, LOGIN.password), 200);
    const again = await send();
    const all = steps.map(({ id }) => [id, 'counted']);
    for (const answers of [again, ...(before === null ? [] : [before])])
      assert.deepEqual(
        answers.map(({ id, outcome }) => [id, outcome]),
        all,
      );
    for (const orderId of orderIds) {
      const order = await boss.json<RoadOrderDetail>('GET', `/ext/orders/${orderId}`);
      assert.deepEqual(
        order.steps.map(({ kind, isLate }) => [kind, isLate]),
        [
          ['assign', false],
          ['arrive', false],
          ['done', false],
        ],
      );
      const proofs = await boss.json<readonly OrderProof[]>('GET', `/ext/orders/${orderId}/proofs`);
      assert.equal(proofs.length, 2);
    }
    second.child.kill('SIGKILL');
    await once(second.child, 'exit');
  }
});
