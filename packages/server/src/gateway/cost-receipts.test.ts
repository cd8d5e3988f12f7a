import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Device, Driver, LogPage } from '@rastro/fleet';
import { MAX_RECEIPT_BYTES, MAX_RECEIPTS, type CostLine, type CostPage } from '@rastro/fleet/costs';
import { KINDS, startBothKinds, type BothKinds, type Kind, type TestAccount } from '../../test/both-kinds.ts';
import type { UserClient } from '../../test/user-client.ts';

let both: BothKinds;
before(async () => {
  both = await startBothKinds();
});
after(() => both.close());

const PIXEL = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  ),
);
const paper = (bytes = 200): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(`%PDF-1.7\n${' '.repeat(bytes)}\n%%EOF\n`));
const SCRIPT = new Uint8Array(Buffer.from('<html><script>alert(1)</script>%PDF-1.7 %%EOF'));

let made = 0;
/** A company with a clerk, who sees one of two vans, and another company. */
async function company(kind: Kind) {
  const root = await both.root(kind);
  const acme = await both.account(kind, root, 'acme', { userLimit: -1 });
  const clerk = await both.account(kind, acme.client, 'clerk');
  const other = await both.account(kind, root, 'other');
  const van = async (name: string): Promise<Device> =>
    acme.client.json<Device>('POST', '/api/devices', { name, uniqueId: `receipt-${kind}-${(made += 1)}` });
  const [van1, van2] = [await van('Van 1'), await van('Van 2')];
  await acme.client.json('POST', '/api/permissions', { userId: clerk.id, deviceId: van1.id });
  return { root, acme, clerk, other, van1, van2 };
}
const write = ({ client }: TestAccount, { id: deviceId }: Device, more: object = {}) =>
  client.json<CostLine>('POST', '/ext/costs', {
    deviceId,
    kind: 'fuel',
    cents: 25_000,
    from: '2026-01-10',
    to: '2026-01-10',
    ...more,
  });
const newId = (): string => randomUUID();
const path = (lineId: number, id: string): string => `/ext/costs/${lineId}/receipts/${id}`;
const add = (
  client: UserClient,
  lineId: number,
  { id = newId(), bytes = PIXEL, name = 'Nota.png' } = {},
): Promise<Response> => client.bytes('POST', `${path(lineId, id)}?name=${encodeURIComponent(name)}`, bytes);
const lineIn = async (client: UserClient, id: number): Promise<CostLine | undefined> =>
  (await client.json<CostPage>('GET', '/ext/costs')).lines.find((line) => line.id === id);

for (const kind of KINDS)
  describe(`${kind} server`, () => {
    test('[LEDGER-17] pictures are encoded again and papers stay as they are; the same one is stored once', async () => {
      const { root, acme, clerk, van1 } = await company(kind);
      const { id: lineId } = await write(clerk, van1);
      const [picture, pdf] = [randomUUID(), randomUUID()];
      assert.equal((await add(clerk.client, lineId, { id: picture })).status, 201);
      assert.equal((await add(clerk.client, lineId, { id: picture })).status, 200);
      const name = '..\\pasta/../Nota\u0000 fiscal.PDF';
      const answer = await add(clerk.client, lineId, { id: pdf, bytes: paper(), name });
      assert.equal(answer.status, 201);
      const line = await lineIn(acme.client, lineId);
      assert.deepEqual(
        line?.receipts.map((each) => [each.id, each.name, each.type]),
        [
          [picture, 'Nota.png', 'image/webp'],
          [pdf, 'Nota fiscal.PDF', 'application/pdf'],
        ],
      );
      const shown = await acme.client.bytes('GET', path(lineId, picture));
      assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/webp']);
      assert.equal(Buffer.from(await shown.arrayBuffer()).toString('latin1', 8, 12), 'WEBP');
      const saved = await acme.client.bytes('GET', path(lineId, pdf));
      assert.deepEqual(new Uint8Array(await saved.arrayBuffer()), paper());
      assert.match(
        saved.headers.get('content-disposition') ?? '',
        /^attachment; filename="Nota fiscal\.pdf"/,
      );
      assert.match(saved.headers.get('content-security-policy') ?? '', /sandbox/);
      assert.equal(saved.headers.get('x-content-type-options'), 'nosniff');
      const changed = await clerk.client.json<CostLine>('PUT', `/ext/costs/${lineId}`, {
        deviceId: van1.id,
        kind: 'fuel',
        cents: 26_000,
        from: '2026-01-11',
        to: '2026-01-11',
        version: line?.version,
      });
      assert.equal(changed.receipts.length, 2, 'a change of the line leaves them');
      const log = await root.json<LogPage>('GET', `/ext/users/${clerk.id}/logs?objectType=costReceipt`);
      assert.deepEqual(
        log.lines.map(({ actionType, objectId }) => [actionType, objectId]),
        [
          ['create', lineId],
          ['create', lineId],
        ],
      );
    });

    test('[LEDGER-17] what is neither, too long or one too many is refused', async () => {
      const { acme, van1 } = await company(kind);
      const { id: lineId } = await write(acme, van1);
      const status = async (more: { readonly id?: string; readonly bytes?: Uint8Array<ArrayBuffer> }) =>
        (await add(acme.client, lineId, more)).status;
      for (const bytes of [SCRIPT, paper().subarray(0, 100), new Uint8Array([1, 2, 3])])
        assert.equal(await status({ bytes }), 400);
      assert.equal(await status({ id: 'x' }), 400);
      const json = await acme.client.call('POST', path(lineId, randomUUID()), { a: 1 });
      assert.match(json.text, /^Receipt unreadable/);
      assert.equal(await status({ bytes: paper(MAX_RECEIPT_BYTES) }), 413);
      assert.equal(await status({ bytes: paper(MAX_RECEIPT_BYTES - 100) }), 201);
      for (let at = 1; at < MAX_RECEIPTS; at++) assert.equal(await status({ bytes: paper() }), 201);
      assert.equal(await status({ bytes: paper() }), 409);
      assert.equal((await lineIn(acme.client, lineId))?.receipts.length, MAX_RECEIPTS);
    });

    test('[LEDGER-18] whoever sees the line sees its receipts, and nobody else', async () => {
      const { acme, clerk, other, van1, van2 } = await company(kind);
      const [{ id: mine }, { id: theirs }] = [await write(acme, van1), await write(acme, van2)];
      const id = randomUUID();
      for (const lineId of [mine, theirs]) await add(acme.client, lineId, { id });
      for (const [{ client }, lineId, status] of [
        [clerk, mine, 200],
        [clerk, theirs, 404],
        [other, mine, 404],
      ] as const)
        assert.equal((await client.bytes('GET', path(lineId, id))).status, status);
      for (const [{ client }, lineId] of [
        [clerk, theirs],
        [other, mine],
      ] as const) {
        assert.equal((await add(client, lineId)).status, 404);
        assert.equal((await client.call('DELETE', path(lineId, id))).status, 404);
      }
      assert.equal((await acme.client.bytes('GET', path(theirs, randomUUID()))).status, 404);
    });

    test('[LEDGER-18] they go with the line or alone; those of a closed month stay, and may still come', async () => {
      const { acme, van1 } = await company(kind);
      const { id: lineId } = await write(acme, van1);
      const [one, two, late] = [randomUUID(), randomUUID(), randomUUID()];
      for (const id of [one, two]) await add(acme.client, lineId, { id, bytes: paper() });
      assert.equal((await acme.client.call('DELETE', path(lineId, one))).status, 204);
      assert.equal((await acme.client.bytes('GET', path(lineId, one))).status, 404);
      const close = (isClosed: boolean) =>
        acme.client.call('POST', '/ext/costs/months', { month: '2026-01', isClosed });
      await close(true);
      const refused = await acme.client.call('DELETE', path(lineId, two));
      assert.deepEqual([refused.status, refused.text.startsWith('Month closed')], [409, true]);
      assert.equal((await add(acme.client, lineId, { id: late })).status, 201);
      await close(false);
      assert.equal((await acme.client.call('DELETE', `/ext/costs/${lineId}`)).status, 204);
      for (const id of [two, late])
        assert.equal((await acme.client.bytes('GET', path(lineId, id))).status, 404);
    });

    test('[LEDGER-18] files of a forgotten driver are called nothing; the papers stay with the books', async () => {
      const { acme, van1 } = await company(kind);
      const driver = await acme.client.json<Driver>('POST', '/api/drivers', {
        name: 'Bia Reis',
        uniqueId: `bia-${kind}-${made}`,
      });
      const { id: lineId } = await write(acme, van1, { driverUniqueId: driver.uniqueId });
      const id = randomUUID();
      await add(acme.client, lineId, { id, name: 'Multa Bia Reis.png' });
      await acme.client.json('POST', `/ext/drivers/${driver.id}/erasure`, { name: 'Bia Reis' });
      const line = await lineIn(acme.client, lineId);
      assert.deepEqual(
        line?.receipts.map((each) => [each.id, each.name]),
        [[id, '']],
      );
      assert.equal((await acme.client.bytes('GET', path(lineId, id))).status, 200);
    });
  });
