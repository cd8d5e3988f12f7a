import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '@rastro/base';
import type { Device, DrivingEventItem, LogPage, TotalsItem } from '@rastro/fleet';
import type { CoachingCase, DriverPage } from '@rastro/fleet/coaching';
import { scoreOf } from '@rastro/fleet/scores';
import { startBothKinds, type BothKinds } from '../../test/both-kinds.ts';
import { eventually } from '../../test/eventually.ts';
import type { UserClient } from '../../test/user-client.ts';

const CASES = '/ext/coaching/cases';
const CONTESTS = '/ext/coaching/contests';
const PASSWORD = 'keys in the drawer';
const REASON = 'A child ran onto the road';
/** The vans drove from then on, a record a minute. */
const HOURS = 5;
/** Thirty days of two vehicles: a company of three is beyond it. */
const DEVICE_DAYS = 64;
const BEGIN = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - (HOURS + 1) * HOUR_MS;

let both: BothKinds;
let made = 0;
before(async () => {
  both = await startBothKinds({ REPORT_DEVICE_DAYS: String(DEVICE_DAYS) });
});
after(() => both.close());

const iso = (at: number): string => new Date(at).toISOString();
const period = `from=${iso(BEGIN - HOUR_MS)}&to=${iso(BEGIN + 24 * HOUR_MS)}`;

/** A company with two vans, each driven by one of its drivers, who braked hard once an hour. */
async function company(kind: 'embedded' | 'external' = 'embedded') {
  const n = (made += 1);
  const root = await both.root(kind);
  const boss = await both.account(kind, root, 'boss', { userLimit: -1 });
  const add = async (part: number) => {
    const uniqueId = `coach-${n}-${part}`;
    const van = await boss.client.json<Device>('POST', '/api/devices', { name: `Van ${part}`, uniqueId });
    const driver = await boss.client.json<{ id: number }>('POST', '/api/drivers', {
      name: `Dana ${part}`,
      uniqueId: `card-${n}-${part}`,
    });
    const username = `dana${n}.${part}`;
    await boss.client.json('PUT', `/ext/drivers/${driver.id}/qr-access`, { username, password: PASSWORD });
    const client = await both.signIn(kind, username, PASSWORD);
    return { van, uniqueId, driver, card: `card-${n}-${part}`, client };
  };
  const [ana, rui, eva] = [await add(1), await add(2), await add(3)];
  return { root, boss: boss.client, bossId: boss.id, ana, rui, eva };
}
type Driven = Awaited<ReturnType<typeof company>>['ana'];

/** @param count Events of this driver, when it has driven. */
async function drive(
  { uniqueId, card }: Pick<Driven, 'uniqueId' | 'card'>,
  boss: UserClient,
  count = HOURS,
): Promise<void> {
  const port = both.server('embedded').protocols['osmand'];
  for (let minute = 0; minute < HOURS * 60; minute++) {
    const place = `lat=${-23.5 + minute * 0.009}&lon=-46.6&speed=${60 / 1.852}&ignition=true`;
    const alarm = minute % 60 === 20 ? '&alarm=hardBraking' : '';
    const at = Math.floor((BEGIN + minute * MINUTE_MS) / 1000);
    const url = `http://127.0.0.1:${port}/?id=${uniqueId}&timestamp=${at}&${place}&driverUniqueId=${card}${alarm}`;
    assert.equal((await fetch(url)).status, 200);
  }
  await eventually(async () => {
    const events = await eventsOf(boss);
    return events.filter(({ driverUniqueId }) => driverUniqueId === card).length === count;
  });
}
const eventsOf = (who: UserClient): Promise<readonly DrivingEventItem[]> =>
  who.json('GET', `/api/reports/harsh?${period}`);
const named = ({ deviceId, kind, startTime }: DrivingEventItem) => ({ deviceId, kind, startTime });
const pageOf = (who: UserClient): Promise<DriverPage> => who.json('GET', '/ext/qr-driver/score');
const totalsOf = async (who: UserClient, card: string): Promise<TotalsItem | undefined> => {
  const lines = await who.json<readonly TotalsItem[]>('GET', `/api/reports/totals?${period}&by=driver`);
  return lines.find(({ driverUniqueId }) => driverUniqueId === card);
};
const firstWord = ({ status, text }: { readonly status: number; readonly text: string }) => [
  status,
  text.split(' - ')[0],
];

test('[COACH-1] a case begins when somebody acts, and is there for whoever sees the vehicle, and for nobody else', async () => {
  const { boss, bossId, ana, root } = await company();
  await drive(ana, boss);
  const [event] = await eventsOf(boss);
  assert.ok(event);
  assert.deepEqual(await boss.json('GET', `${CASES}?${period}`), []);
  const body = { ...named(event), version: 0, state: 'assigned', assigneeId: bossId, note: 'Talk to her' };
  const opened = await boss.json<CoachingCase>('PUT', CASES, body);
  assert.deepEqual(
    [opened.state, opened.assigneeName, opened.driverUniqueId, opened.version, opened.doneAt],
    ['assigned', 'boss', ana.card, 1, null],
  );
  assert.deepEqual(await boss.json('GET', `${CASES}?${period}`), [opened]);
  const stranger = await both.account('embedded', root, 'stranger');
  assert.deepEqual(await stranger.client.json('GET', `${CASES}?${period}`), []);
  assert.deepEqual(firstWord(await stranger.client.call('PUT', CASES, { ...body, version: 1 })), [
    404,
    'Event unknown',
  ]);
  const later = iso(Date.parse(event.startTime) + 1);
  assert.deepEqual(firstWord(await boss.call('PUT', CASES, { ...body, startTime: later })), [
    404,
    'Event unknown',
  ]);
  const wide = `from=${iso(BEGIN)}&to=${iso(BEGIN + 94 * 24 * HOUR_MS)}`;
  assert.equal((await boss.call('GET', `${CASES}?${wide}`)).status, 400);
  for (const [method, path] of [
    ['GET', `${CASES}?${period}`],
    ['PUT', CASES],
    ['POST', CONTESTS],
    ['PUT', `${CONTESTS}/answer`],
  ] as const)
    assert.equal(
      (await ana.client.call(method, path, method === 'GET' ? undefined : body)).status,
      403,
      path,
    );
});

test('[COACH-2] of two who change a case at once one is told; done has its time; each change is in the log', async () => {
  const { boss, bossId, ana, root } = await company();
  await drive(ana, boss);
  const [event] = await eventsOf(boss);
  assert.ok(event);
  const body = { ...named(event), version: 0, state: 'open', assigneeId: 0, note: 'Seen' };
  const both0 = await Promise.all([boss.call('PUT', CASES, body), boss.call('PUT', CASES, body)]);
  assert.deepEqual(
    both0.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  );
  const done = await boss.json<CoachingCase>('PUT', CASES, { ...body, version: 1, state: 'done' });
  assert.ok(Date.parse(done.doneAt ?? '') > Date.now() - MINUTE_MS);
  const again = await boss.json<CoachingCase>('PUT', CASES, {
    ...body,
    version: 2,
    state: 'done',
    note: 'More',
  });
  assert.equal(again.doneAt, done.doneAt, 'a note later is not another talk');
  const reopened = await boss.json<CoachingCase>('PUT', CASES, {
    ...body,
    version: 3,
    state: 'assigned',
    assigneeId: bossId,
  });
  assert.equal(reopened.doneAt, null);
  assert.equal(
    (await boss.call('PUT', CASES, { ...body, version: 4, state: 'assigned' })).status,
    400,
    'to nobody',
  );
  const { lines } = await root.json<LogPage>('GET', '/ext/server/logs?actionType=coach');
  const own = lines.filter(({ objectId }) => objectId === event.deviceId);
  assert.deepEqual(
    own.map(({ attributes }) => attributes['state']),
    ['assigned', 'done', 'done', 'open'],
  );
});

test('[COACH-3] a case is given to oneself or somebody below who sees the vehicle, and to nobody else', async () => {
  const { boss, ana, root, bossId } = await company();
  await drive(ana, boss);
  const [event] = await eventsOf(boss);
  assert.ok(event);
  const clerk = await both.account('embedded', boss, 'clerk');
  const stranger = await both.account('embedded', root, 'other');
  const body = { ...named(event), version: 0, state: 'assigned' };
  const put = (assigneeId: number) => boss.call('PUT', CASES, { ...body, assigneeId });
  assert.deepEqual(firstWord(await put(clerk.id)), [409, 'Nobody to assign']);
  assert.deepEqual(firstWord(await put(stranger.id)), [409, 'Nobody to assign']);
  assert.deepEqual(firstWord(await put(999_999)), [409, 'Nobody to assign']);
  await boss
    .json('POST', '/api/permissions', { userId: clerk.id, deviceId: event.deviceId })
    .catch(() => null);
  const given = await boss.json<CoachingCase>('PUT', CASES, { ...body, assigneeId: clerk.id });
  assert.equal(given.assigneeName, 'clerk');
  assert.notEqual(given.assigneeId, bossId);
});

test('[COACH-4] a driver contests an event of their own, once and within a week; one of somebody else is not there', async () => {
  const { boss, ana, rui } = await company();
  await drive(ana, boss);
  await drive(rui, boss);
  const events = await eventsOf(boss);
  const own = events.find(({ driverUniqueId }) => driverUniqueId === ana.card);
  const other = events.find(({ driverUniqueId }) => driverUniqueId === rui.card);
  assert.ok(own && other);
  const post = (who: Driven, event: DrivingEventItem, more: object = {}) =>
    who.client.call('POST', '/ext/qr-driver/contests', { ...named(event), reason: REASON, ...more });
  assert.deepEqual(firstWord(await post(ana, other)), [404, 'Event unknown']);
  assert.equal((await post(ana, own, { reason: ' ' })).status, 400);
  assert.equal((await post(ana, own, { driverId: rui.driver.id })).status, 400, 'whose it is, nobody says');
  assert.equal((await post(ana, own)).status, 204);
  assert.deepEqual(firstWord(await post(ana, own)), [409, 'Contested already']);
  const page = await pageOf(ana.client);
  const shown = page.events.find(({ startTime }) => startTime === own.startTime);
  assert.deepEqual(
    [shown?.contest?.state, shown?.contest?.reason, shown?.mayContest],
    ['waiting', REASON, false],
  );
  assert.equal(page.events.filter(({ mayContest }) => mayContest).length, HOURS - 1);
  const [stored] = await boss.json<readonly CoachingCase[]>('GET', `${CASES}?${period}`);
  assert.deepEqual([stored?.contest?.isByDriver, stored?.state], [true, 'open']);
  // Somebody who acts for a driver.
  const ofRui = await boss.json<CoachingCase>('POST', CONTESTS, { ...named(other), reason: REASON });
  assert.deepEqual([ofRui.contest?.isByDriver, ofRui.contest?.byName], [false, 'boss']);
});

test('[COACH-5] an accepted event leaves list, totals and score at once; a declined one stays, with the reason', async () => {
  const { boss, ana, root } = await company();
  await drive(ana, boss);
  const [first, second] = await eventsOf(boss);
  assert.ok(first && second);
  const before = await totalsOf(boss, ana.card);
  const page = await pageOf(ana.client);
  assert.equal(before?.brakings, HOURS);
  assert.ok(page.points !== null && page.points < 100 && page.low !== null && page.low <= page.points);
  assert.equal(page.points, scoreOf(before).points);
  const answer = (event: DrivingEventItem, state: string, text?: string) =>
    boss.call('PUT', `${CONTESTS}/answer`, {
      ...named(event),
      state,
      ...(text === undefined ? {} : { answer: text }),
    });
  assert.deepEqual(firstWord(await answer(first, 'accepted')), [409, 'No contest']);
  for (const event of [first, second])
    await ana.client.call('POST', '/ext/qr-driver/contests', { ...named(event), reason: REASON });
  assert.equal((await answer(second, 'declined')).status, 400, 'without a reason');
  assert.equal((await answer(second, 'declined', 'No child on the picture')).status, 200);
  const both0 = await Promise.all([answer(first, 'accepted'), answer(first, 'accepted')]);
  assert.deepEqual(
    both0.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  );
  assert.deepEqual(await totalsOf(boss, ana.card), { ...before, brakings: HOURS - 1 });
  assert.deepEqual(
    (await eventsOf(boss)).map(({ isWithdrawn }) => isWithdrawn),
    [true, false, false, false, false],
  );
  const after = await pageOf(ana.client);
  assert.ok((after.points ?? 0) > page.points, 'the score is better without it');
  const shown = [first, second].map(({ startTime }) =>
    after.events.find((each) => each.startTime === startTime),
  );
  assert.deepEqual(
    shown.map((each) => [each?.contest?.state, each?.contest?.answer, each?.isWithdrawn]),
    [
      ['accepted', '', true],
      ['declined', 'No child on the picture', false],
    ],
  );
  for (const [type, event] of [
    ['acceptContest', first],
    ['declineContest', second],
  ] as const) {
    const { lines } = await root.json<LogPage>('GET', `/ext/server/logs?actionType=${type}`);
    const own = lines.filter(({ objectId }) => objectId === event.deviceId);
    assert.deepEqual(
      own.map(({ attributes }) => attributes),
      [{ event: 'braking', at: event.startTime }],
    );
  }
});

test("[COACH-6] a driver's page is of the session's driver alone, whatever the call says, and ends with the session", async () => {
  const { boss, ana, rui, eva } = await company();
  await drive(ana, boss);
  await drive(rui, boss);
  const [own, other] = [await pageOf(ana.client), await pageOf(rui.client)];
  assert.deepEqual([own.name, other.name], ['Dana 1', 'Dana 2']);
  assert.ok(own.events.every(({ deviceId }) => deviceId === ana.van.id) && own.events.length === HOURS);
  assert.ok(other.events.every(({ deviceId }) => deviceId === rui.van.id));
  for (const more of [
    `driverId=${rui.driver.id}`,
    `driver=${rui.card}`,
    `userId=1&deviceId=${rui.van.id}`,
    'zone=Nowhere/At_All',
  ])
    assert.deepEqual(await ana.client.json('GET', `/ext/qr-driver/score?${more}`), own, more);
  assert.equal((await boss.call('GET', '/ext/qr-driver/score')).status, 403, 'no driver');
  for (const path of ['/api/reports/harsh', '/api/reports/totals', CASES])
    assert.equal((await ana.client.call('GET', `${path}?${period}`)).status, 403, path);
  const nothing = await pageOf(eva.client);
  assert.deepEqual([nothing.points, nothing.low, nothing.events, nothing.distance], [null, null, [], 0]);
  assert.equal(nothing.weeks.length, 8);
  await ana.client.call('DELETE', '/api/session');
  assert.equal((await ana.client.call('GET', '/ext/qr-driver/score')).status, 401);
  await boss.call('DELETE', `/ext/drivers/${rui.driver.id}/qr-access`);
  assert.equal((await rui.client.call('GET', '/ext/qr-driver/score')).status, 401, 'its access was revoked');
});

test('[COACH-12] a page reads the vehicles of its driver alone, however many the company has', async () => {
  const { boss, ana, rui, eva } = await company();
  await drive(ana, boss);
  await drive(rui, boss);
  await drive({ ...eva, card: ana.card }, boss, 2 * HOURS);
  const month = `from=${iso(BEGIN - 29 * 24 * HOUR_MS)}&to=${iso(BEGIN + 24 * HOUR_MS)}`;
  assert.equal((await boss.call('GET', `/api/reports/harsh?${month}`)).status, 400, 'beyond the limit');
  const page = await pageOf(ana.client);
  const events = await eventsOf(boss);
  const own = events.filter(({ driverUniqueId }) => driverUniqueId === ana.card);
  const timesOf = (some: readonly { readonly startTime: string; readonly deviceId: number }[]) =>
    some.map(({ startTime, deviceId }) => `${startTime} ${deviceId}`).toSorted();
  assert.deepEqual(timesOf(page.events), timesOf(own));
  assert.deepEqual(new Set(page.events.map(({ deviceId }) => deviceId)), new Set([ana.van.id, eva.van.id]));
  const totals = await totalsOf(boss, ana.card);
  assert.equal(page.distance, totals?.distance);
  assert.equal(page.points, totals && scoreOf(totals).points);
  assert.equal(
    page.weeks.map(({ distance }) => distance).reduce((a, b) => a + b),
    totals?.distance,
  );
  assert.deepEqual((await pageOf(eva.client)).events, [], 'of one who did not drive');
});

test('[COACH-7] where the tracking server behind counts by itself nothing is taken back, and that is said', async () => {
  const { boss, ana } = await company('external');
  const body = { deviceId: ana.van.id, kind: 'braking', startTime: iso(BEGIN) };
  assert.deepEqual(await boss.json('GET', `${CASES}?${period}`), []);
  assert.deepEqual(firstWord(await boss.call('PUT', CASES, { ...body, version: 0, state: 'open' })), [
    501,
    'Events counted elsewhere',
  ]);
  assert.equal((await ana.client.call('GET', '/ext/qr-driver/score')).status, 501);
  assert.equal(
    (await ana.client.call('POST', '/ext/qr-driver/contests', { ...body, reason: REASON })).status,
    501,
  );
});

test('[PERSON-6] cases are in the file of their driver and of who had to do with them, and nameless after an erasure', async () => {
  const { boss, ana, root } = await company();
  await drive(ana, boss);
  const [event] = await eventsOf(boss);
  assert.ok(event);
  await ana.client.call('POST', '/ext/qr-driver/contests', { ...named(event), reason: REASON });
  const clerk = await both.account('embedded', boss, 'clerk');
  await boss.call('POST', '/api/permissions', { userId: clerk.id, deviceId: event.deviceId });
  const body = { ...named(event), version: 1, state: 'assigned', assigneeId: clerk.id, note: 'She is tired' };
  await boss.json('PUT', CASES, body);
  const ofDriver = await boss.json<{ coaching: readonly CoachingCase[] }>(
    'GET',
    `/ext/drivers/${ana.driver.id}/data`,
  );
  const ofUser = await boss.json<{ coaching: readonly CoachingCase[] }>('GET', `/ext/users/${clerk.id}/data`);
  assert.deepEqual([ofDriver.coaching[0]?.note, ofUser.coaching[0]?.assigneeName], ['She is tired', 'clerk']);
  assert.equal((await boss.call('POST', `/ext/users/${clerk.id}/erasure`, { name: 'clerk' })).status, 204);
  assert.equal(
    (await boss.call('POST', `/ext/drivers/${ana.driver.id}/erasure`, { name: 'Dana 1' })).status,
    204,
  );
  const [left] = await root
    .json<readonly CoachingCase[]>('GET', `${CASES}?${period}`)
    .then((all) => all.filter(({ deviceId }) => deviceId === event.deviceId));
  const text = JSON.stringify(left);
  for (const gone of ['clerk', 'Dana', ana.card, 'tired', REASON]) assert.ok(!text.includes(gone), gone);
});
