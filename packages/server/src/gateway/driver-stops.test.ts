import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rastro/base';
import type { Device, Driver } from '@rastro/fleet';
import type {
  DriverStepAnswer,
  DriverStops,
  OrderPage,
  OrderProof,
  RoadOrderDetail,
} from '@rastro/fleet/orders';
import { KINDS, startBothKinds, type BothKinds, type Kind } from '../../test/both-kinds.ts';
import type { UserClient } from '../../test/user-client.ts';

let both: BothKinds;
before(async () => {
  both = await startBothKinds();
});
after(() => both.close());

const PASSWORD = 'keys in the drawer';
/** 1 × 1 pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const today = (): string => new Date().toISOString().slice(0, 10);
let made = 0;

/** A company with two vans and two drivers who may check in. */
async function company(kind: Kind) {
  const acme = await both.account(kind, await both.root(kind), 'acme', { userLimit: -1 });
  const other = await both.account(kind, await both.root(kind), 'other', { userLimit: -1 });
  const van = async (name: string): Promise<Device> =>
    acme.client.json<Device>('POST', '/api/devices', { name, uniqueId: `stop-${kind}-${(made += 1)}` });
  const driver = async (name: string) => {
    const uniqueId = `card-${kind}-${(made += 1)}`;
    const { id } = await acme.client.json<Driver>('POST', '/api/drivers', { name, uniqueId });
    const login = { username: `driver${made}.${kind}`, password: PASSWORD };
    await acme.client.json('PUT', `/ext/drivers/${id}/qr-access`, login);
    const signIn = () => both.signIn(kind, login.username, PASSWORD);
    return { id, uniqueId, client: await signIn(), signIn };
  };
  const [van1, van2] = [await van('Van 1'), await van('Van 2')];
  return { acme, other, van1, van2, davi: await driver('Davi'), rosa: await driver('Rosa') };
}
type Company = Awaited<ReturnType<typeof company>>;

const order = ({ acme }: Company, customer: string, more: object = {}) =>
  acme.client.json<RoadOrderDetail>('POST', '/ext/orders', {
    customer,
    place: { address: 'Rua das Flores, 12', latitude: -23.5, longitude: -46.6 },
    contact: { name: 'Bia', phone: '+55 11 99999-0000' },
    ...more,
  });
const assign = ({ acme }: Company, id: number, deviceId: number) =>
  acme.client.json('POST', `/ext/orders/${id}/steps`, { id: randomUUID(), kind: 'assign', deviceId });
const detail = ({ acme }: Company, id: number) =>
  acme.client.json<RoadOrderDetail>('GET', `/ext/orders/${id}`);
const checkIn = (client: UserClient, id: number, at?: string) =>
  client.json('POST', '/ext/qr-driver', { id, ...(at === undefined ? {} : { at }) });
const stopsOf = (client: UserClient) => client.json<DriverStops>('GET', '/ext/qr-driver/stops?zone=UTC');
const idsOf = async (client: UserClient) => (await stopsOf(client)).stops.map(({ orderId }) => orderId);

const step = (orderId: number, kind: string, more: object = {}) => ({
  id: randomUUID(),
  orderId,
  kind,
  at: ago(0),
  ...(kind === 'fail' ? { reason: 'closed' } : {}),
  ...more,
});
const report = (client: UserClient, ...steps: readonly object[]) =>
  client.json<readonly DriverStepAnswer[]>('POST', '/ext/qr-driver/steps', { sentAt: ago(0), steps });
const outcomes = (answers: readonly DriverStepAnswer[]) => answers.map(({ outcome }) => outcome);
/** A van with one stop, and its driver. */
async function onTheRoad(kind: Kind) {
  const here = await company(kind);
  const { id } = await order(here, 'Padaria');
  await assign(here, id, here.van1.id);
  await checkIn(here.davi.client, here.van1.id, ago(HOUR_MS));
  assert.deepEqual(await idsOf(here.davi.client), [id]);
  return { ...here, id };
}
const sendPicture = (client: UserClient, id: number, picture: string, bytes: Uint8Array<ArrayBuffer>) =>
  client.bytes('POST', `/ext/qr-driver/stops/${id}/pictures/${picture}`, bytes);

for (const kind of KINDS)
  describe(`${kind} server`, () => {
    test('[DRIVERSTEP-4] a driver who checked in gets the stops of the vehicle in their order, and no others', async () => {
      const here = await company(kind);
      const { acme, van1, van2, davi, rosa } = here;
      const first = await order(here, 'Padaria');
      const second = await order(here, 'Mercado');
      const loose = await order(here, 'Oficina');
      const tomorrow = await order(here, 'Bar', { from: ago(-2 * DAY_MS), to: ago(-3 * DAY_MS) });
      const foreign = await order(here, 'Loja');
      await acme.client.json('POST', '/ext/routes', {
        day: today(),
        beginsAt: ago(0),
        deviceId: van1.id,
        orderIds: [second.id, first.id],
      });
      for (const each of [loose, tomorrow]) await assign(here, each.id, van1.id);
      await assign(here, foreign.id, van2.id);
      assert.deepEqual(await stopsOf(davi.client), { deviceId: 0, stops: [], hiddenCount: 0 });
      await checkIn(davi.client, van1.id);
      const { deviceId, stops } = await stopsOf(davi.client);
      assert.equal(deviceId, van1.id);
      assert.deepEqual(
        stops.map(({ orderId }) => orderId),
        [second.id, first.id, loose.id],
      );
      const [stop] = stops;
      assert.deepEqual([stop?.customer, stop?.contactPhone], ['Mercado', '+55 11 99999-0000']);
      assert.ok(stop?.arrivesAt);
      assert.equal((await acme.client.call('GET', '/ext/qr-driver/stops')).status, 403);
      await checkIn(rosa.client, van2.id);
      assert.deepEqual(await idsOf(rosa.client), [foreign.id]);
    });

    test('[DRIVERSTEP-13] a driver with hundreds of stops gets those that come first', async () => {
      const here = await company(kind);
      const { acme, van1, davi } = here;
      const place = { latitude: -23.5, longitude: -46.6 };
      const orders = Array.from({ length: 310 }, (_, at) => ({ customer: `Loja ${at}`, place }));
      await acme.client.json('POST', '/ext/orders/import', { orders });
      const ids: number[] = [];
      for (let after = ''; ids.length < orders.length;) {
        const query = `/ext/orders?limit=500${after && `&after=${encodeURIComponent(after)}`}`;
        const page = await acme.client.json<OrderPage>('GET', query);
        ids.push(...page.orders.map(({ id }) => id));
        after = page.next ?? '';
      }
      const sorted = ids.toSorted((a, b) => a - b);
      for (const [beginsAt, orderIds] of [
        [ago(0), sorted.slice(0, 155)],
        [ago(-MINUTE_MS), sorted.slice(155)],
      ] as const)
        await acme.client.json('POST', '/ext/routes', {
          day: today(),
          beginsAt,
          deviceId: van1.id,
          orderIds,
        });
      await checkIn(davi.client, van1.id);
      const { stops, hiddenCount } = await stopsOf(davi.client);
      assert.deepEqual([stops.map(({ orderId }) => orderId), hiddenCount], [sorted.slice(0, 300), 10]);
    });

    test('[DRIVERSTEP-11] an order with a code ends by that code alone; the fifth wrong one locks it until there is another', async () => {
      const here = await company(kind);
      const { acme, davi, van1 } = here;
      const { id, version } = await order(here, 'Padaria', { code: '4711' });
      await assign(here, id, van1.id);
      await checkIn(davi.client, van1.id, ago(HOUR_MS));
      const [stop] = (await stopsOf(davi.client)).stops;
      assert.equal(stop?.needsCode, true);
      assert.equal(JSON.stringify(stop).includes('4711'), false, 'a driver does not read it');
      const done = step(id, 'done', { at: ago(MINUTE_MS), name: 'Bia', code: '4712' });
      // The answer may be lost: the same step with the same code is one attempt.
      for (let twice = 0; twice < 2; twice++)
        assert.deepEqual(outcomes(await report(davi.client, done)), ['wrongCode']);
      const after = await detail(here, id);
      assert.deepEqual([after.state, after.wrongCodes, after.steps.length], ['assigned', 1, 1]);
      for (const code of ['0001', '', '0003', '0004'])
        assert.deepEqual(outcomes(await report(davi.client, { ...done, code })), ['wrongCode']);
      assert.deepEqual(outcomes(await report(davi.client, { ...done, code: '4711' })), ['codeLocked']);
      const locked = await detail(here, id);
      assert.deepEqual([locked.state, locked.wrongCodes], ['assigned', 5]);
      const { customer, place, contact } = locked;
      const content = { customer, place, contact, code: '815000', version: locked.version };
      assert.ok(locked.version > version);
      assert.equal((await acme.client.call('PUT', `/ext/orders/${id}`, content)).status, 200);
      assert.equal((await detail(here, id)).wrongCodes, 0);
      // The very step of before, with the code of now: it happened when it happened.
      assert.deepEqual(outcomes(await report(davi.client, { ...done, code: '815000' })), ['counted']);
      const ended = await detail(here, id);
      assert.deepEqual([ended.state, ended.endedAt], ['done', done.at]);
      const [proof] = await acme.client.json<readonly OrderProof[]>('GET', `/ext/orders/${id}/proofs`);
      assert.deepEqual([proof?.name, proof?.code], ['Bia', '815000']);
      for (const code of ['12', '123456789', 'abcd'])
        assert.equal(
          (await acme.client.call('POST', '/ext/orders', { customer, place, contact, code })).status,
          400,
          code,
        );
    });

    test('[DRIVERSTEP-5] steps count once, in the order of their times, and the same id has the same outcome', async () => {
      const here = await onTheRoad(kind);
      const { davi, id } = here;
      const pictures = [{ id: randomUUID(), use: 'photo' }];
      const proof = { name: 'Bia Reis', code: '4711', note: 'at the gate', pictures };
      const done = step(id, 'done', { at: ago(MINUTE_MS), ...proof });
      const arrive = step(id, 'arrive', { at: ago(10 * MINUTE_MS) });
      const answers = await report(davi.client, done, arrive);
      assert.deepEqual(outcomes(answers), ['counted', 'counted']);
      assert.deepEqual(outcomes(await report(davi.client, done, arrive)), outcomes(answers));
      const now = await detail(here, id);
      assert.deepEqual([now.state, now.arrivedAt], ['done', arrive.at]);
      assert.deepEqual(
        now.steps.map((each) => [each.kind, each.by, each.userName, each.isLate]),
        [
          ['assign', 'operator', 'acme', false],
          ['arrive', 'driver', 'Davi', false],
          ['done', 'driver', 'Davi', false],
        ],
      );
      const [first, second] = await here.acme.client.json<readonly OrderProof[]>(
        'GET',
        `/ext/orders/${id}/proofs`,
      );
      assert.equal(first?.kind, 'arrive');
      assert.deepEqual([second?.name, second?.code, second?.note], ['Bia Reis', '4711', 'at the gate']);
      assert.deepEqual(second?.pictures, [{ ...pictures[0], state: 'awaited' }]);
    });

    test('[DRIVERSTEP-6] a second phone hears who was faster, and an order given away holds the report as a note', async () => {
      const here = await onTheRoad(kind);
      const { davi, rosa, van1, van2, id } = here;
      assert.deepEqual(outcomes(await report(davi.client, step(id, 'done'))), ['counted']);
      await checkIn(rosa.client, van1.id);
      assert.deepEqual(await idsOf(rosa.client), [id]);
      const before = await detail(here, id);
      const [second] = await report(rosa.client, step(id, 'done', { at: ago(0) }));
      assert.deepEqual([second?.outcome, second?.endedBy, second?.state], ['alreadyEnded', 'Davi', 'done']);
      assert.deepEqual(await detail(here, id), before);

      const given = await order(here, 'Mercado');
      await assign(here, given.id, van1.id);
      await idsOf(rosa.client);
      await assign(here, given.id, van2.id);
      assert.deepEqual(outcomes(await report(rosa.client, step(given.id, 'done'))), ['reassigned']);
      const noted = await detail(here, given.id);
      assert.deepEqual([noted.state, noted.isDisputed, noted.steps.at(-1)?.isLate], ['assigned', true, true]);
    });

    test('[DRIVERSTEP-7] a report that comes after the check-in and the session counts by its own time', async () => {
      const here = await onTheRoad(kind);
      const { davi, id } = here;
      const at = ago(5 * MINUTE_MS);
      await checkIn(davi.client, 0);
      await davi.client.call('DELETE', '/api/session');
      assert.equal((await davi.client.call('POST', '/ext/qr-driver/steps', {})).status, 401);
      const again = await davi.signIn();
      assert.deepEqual(outcomes(await report(again, step(id, 'done', { at }))), ['counted']);
      assert.equal((await detail(here, id)).endedAt, at);
      const other = await order(here, 'Mercado');
      await assign(here, other.id, here.van1.id);
      assert.deepEqual(outcomes(await report(again, step(other.id, 'done', { at }))), ['unknown']);
    });

    test('[DRIVERSTEP-7] outside every check-in a report is a note, and the clock of a phone is corrected', async () => {
      const here = await onTheRoad(kind);
      const { davi, id } = here;
      const early = step(id, 'fail', { at: ago(3 * HOUR_MS) });
      assert.deepEqual(outcomes(await report(davi.client, early)), ['notCheckedIn']);
      assert.equal((await detail(here, id)).state, 'assigned');
      // Two hours slow: the phone says that it happened before the check-in.
      const slow = step(id, 'done', { at: ago(2 * HOUR_MS + MINUTE_MS) });
      const body = { sentAt: ago(2 * HOUR_MS), steps: [slow] };
      const answers = await davi.client.json<readonly DriverStepAnswer[]>(
        'POST',
        '/ext/qr-driver/steps',
        body,
      );
      assert.deepEqual(outcomes(answers), ['counted']);
      const { endedAt } = await detail(here, id);
      assert.ok(Math.abs(Date.parse(endedAt ?? '') - (Date.now() - MINUTE_MS)) < 10_000);
    });

    test('[DRIVERSTEP-8] pictures are encoded again, stored once, for steps that name them, and seen with the order', async () => {
      const here = await onTheRoad(kind);
      const { acme, other, davi, rosa, id } = here;
      const [photo, broken] = [randomUUID(), randomUUID()];
      const pictures = [
        { id: photo, use: 'photo' },
        { id: broken, use: 'signature' },
      ];
      assert.equal((await sendPicture(davi.client, id, photo, PIXEL)).status, 404);
      await report(davi.client, step(id, 'done', { pictures }));
      assert.equal((await sendPicture(rosa.client, id, photo, PIXEL)).status, 404);
      assert.equal((await sendPicture(davi.client, id, broken, Buffer.from('<svg/>'))).status, 400);
      for (let twice = 0; twice < 2; twice++)
        assert.equal((await sendPicture(davi.client, id, photo, PIXEL)).status, 204);
      const [proof] = await acme.client.json<readonly OrderProof[]>('GET', `/ext/orders/${id}/proofs`);
      assert.deepEqual(
        proof?.pictures.map(({ state }) => state),
        ['there', 'unreadable'],
      );
      const path = `/ext/orders/${id}/pictures/${photo}`;
      const seen = await acme.client.bytes('GET', path);
      assert.deepEqual([seen.status, seen.headers.get('content-type')], [200, 'image/webp']);
      assert.equal(Buffer.from(await seen.arrayBuffer()).toString('latin1', 8, 12), 'WEBP');
      for (const [client, status] of [
        [other.client, 404],
        [davi.client, 403],
      ] as const)
        for (const each of [path, `/ext/orders/${id}/proofs`])
          assert.equal((await client.call('GET', each)).status, status, each);
      assert.equal((await acme.client.call('DELETE', `/ext/orders/${id}`)).status, 204);
      assert.equal((await acme.client.call('GET', path)).status, 404);
    });

    test('[DRIVERSTEP-9] the name of a forgotten driver leaves orders and reports', async () => {
      const here = await onTheRoad(kind);
      const { acme, davi, id } = here;
      await report(davi.client, step(id, 'done'));
      const erased = await acme.client.call('POST', `/ext/drivers/${davi.id}/erasure`, { name: 'Davi' });
      assert.equal(erased.status, 204);
      for (const path of ['', '/proofs']) {
        const { status, text } = await acme.client.call('GET', `/ext/orders/${id}${path}`);
        assert.equal(status, 200);
        assert.doesNotMatch(text, /Davi/);
      }
    });
  });
