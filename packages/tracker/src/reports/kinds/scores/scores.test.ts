import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DAY_MS, HOUR_MS } from '@rastro/base';
import { knots, type ReportItems, type ReportType, type ScoreItem } from '@rastro/fleet';
import {
  addScored,
  DEFAULT_SCORE_SETTINGS,
  NO_SCORED,
  readScoreSettings,
  scoredSums,
  scoreOf,
  scoreSettingsText,
} from '@rastro/fleet/scores';
import { openTestTracker, type TestTracker } from '../../../../test/open-test-tracker.ts';
import { storedPosition } from '../../../../test/stored-position.ts';

const START = Date.UTC(2026, 2, 27, 5, 30);
const MINUTE = 60_000;
const DRIVERS = ['ana', 'rui'];
let t: TestTracker;
let cookie: string;
let groupId = 0;
const deviceIds: number[] = [];

interface Habits {
  readonly minutes: number;
  readonly alarmEvery: number;
  /** Of the first driver; the other drives the rest. */
  readonly firstMinutes: number;
}
/** Drives of so many minutes a day, for four days, with alarms and speeding. */
const drives = (deviceId: number, { minutes, alarmEvery, firstMinutes }: Habits) =>
  Array.from({ length: 4 }, (_, day) =>
    Array.from({ length: minutes }, (_, i) =>
      storedPosition({
        id: deviceId * 10_000 + day * 1000 + i + 1,
        deviceId,
        fixTime: START + day * DAY_MS + i * MINUTE,
        latitude: -23.5 + i * 0.009,
        speed: knots((i % 40 > 35 ? 96 : 60) / 1.852),
        attributes: {
          ignition: true,
          driverUniqueId: DRIVERS[i < firstMinutes ? 0 : 1] ?? '',
          ...(i % alarmEvery === 7 ? { alarm: 'hardBraking' } : {}),
        },
      }),
    ),
  ).flat();

before(async () => {
  t = await openTestTracker();
  cookie = await t.signIn(await t.addUser({ administrator: true }));
  groupId = ((await t.api('POST', '/groups', cookie, { name: 'Company' })).json as { id: number }).id;
  await t.api('POST', '/drivers', cookie, { name: 'Ana', uniqueId: 'ana' });
  for (const [name, habits] of [
    ['calm', { minutes: 240, alarmEvery: 200, firstMinutes: 240 }],
    ['wild', { minutes: 240, alarmEvery: 20, firstMinutes: 60 }],
    ['parked', { minutes: 20, alarmEvery: 200, firstMinutes: 0 }],
  ] as const) {
    const attributes = { speedLimit: 80 / 1.852 };
    const body = { name, uniqueId: name, groupId: name === 'parked' ? 0 : groupId, attributes };
    const { id } = (await t.api('POST', '/devices', cookie, body)).json as { id: number };
    deviceIds.push(id);
    await t.storage.commit({ positions: drives(id, habits), events: [], states: [] });
  }
});
after(() => t.dispose());

async function report<K extends ReportType>(type: K, query = ''): Promise<readonly ReportItems[K][]> {
  const [from, to] = [START - HOUR_MS, START + 4 * DAY_MS].map((time) => new Date(time).toISOString());
  const { status, json } = await t.api('GET', `/reports/${type}?from=${from}&to=${to}&${query}`, cookie);
  assert.equal(status, 200);
  return json;
}
async function setGroup(text: unknown): Promise<void> {
  const body = { id: groupId, name: 'Company', attributes: { 'score.settings': text } };
  assert.equal((await t.api('PUT', `/groups/${groupId}`, cookie, body)).status, 200);
}
const usual = scoreSettingsText(DEFAULT_SCORE_SETTINGS);
const brief = ({ deviceName, points, gap }: ScoreItem) => [deviceName, points !== null, gap];

test('[REPORT-115] each vehicle has a line with its score, or why it has none, by the numbers of totals', async () => {
  const [scores, totals] = [await report('scores'), await report('totals')];
  assert.deepEqual(scores.map(brief), [
    ['calm', true, null],
    ['wild', true, null],
    ['parked', false, 'distance'],
  ]);
  const [calm, wild] = scores;
  assert.ok(calm && wild && (calm.points ?? 0) > (wild.points ?? 100));
  for (const [at, { sums, settings, parts, points, deviceIds: ids }] of scores.entries()) {
    const line = totals[at];
    assert.deepEqual(sums, line && scoredSums(line));
    assert.deepEqual([settings, ids], [usual, []]);
    assert.equal(scoreOf(sums, DEFAULT_SCORE_SETTINGS).points, points, 'a browser works out the same');
    assert.equal(parts.find(({ kind }) => kind === 'offHours')?.state, 'unknown', 'no hours of work');
  }
  assert.ok((wild.parts.find(({ kind }) => kind === 'braking')?.lost ?? 0) > 5);
});

test('[REPORT-115] lines of drivers and groups are scores of sums, and together all that was driven', async () => {
  const scoreOfItem = ({ sums, settings }: ScoreItem) =>
    scoreOf(sums, readScoreSettings(settings) ?? undefined).points;
  const [sum, ...none] = await report('scores', 'sum=true');
  assert.deepEqual(none, []);
  for (const by of ['device', 'driver', 'group'] as const) {
    for (const more of ['', '&weekdays=5,6,7&fromHour=06:00&toHour=08:00']) {
      const [lines, [all]] = [
        await report('scores', `by=${by}${more}`),
        await report('scores', `sum=true${more}`),
      ];
      assert.deepEqual(lines.map(({ sums }) => sums).reduce(addScored, NO_SCORED), all?.sums, by);
      for (const line of lines) assert.equal(scoreOfItem(line), line.points);
    }
    const [scores, totals] = [await report('scores', `by=${by}`), await report('totals', `by=${by}`)];
    assert.deepEqual(
      scores.map(({ sums }) => sums),
      totals.map((line) => scoredSums(line)),
      'those of totals',
    );
  }
  assert.equal(sum?.vehicles, 3);
  const drivers = await report('scores', 'by=driver');
  assert.deepEqual(
    drivers.map((line) => [line.driverUniqueId, line.driverName, line.deviceIds]),
    [
      ['ana', 'Ana', deviceIds.slice(0, 2)],
      ['rui', null, deviceIds.slice(1)],
      ...(drivers.length > 2 ? [[null, null, []]] : []),
    ],
  );
  assert.ok((drivers[0]?.points ?? 0) > (drivers[1]?.points ?? 100), 'Rui brakes hard');
  const groups = await report('scores', 'by=group');
  assert.deepEqual(
    groups.map((line) => [line.groupId, line.groupName, line.vehicles]),
    [
      [groupId, 'Company', 2],
      [0, null, 1],
    ],
  );
  assert.deepEqual(await report('scores', 'by=driver&limit=1&offset=1'), drivers.slice(1, 2));
  assert.equal((await report('scores', 'sum=true&deviceId=999999'))[0]?.gap, 'distance', 'none of theirs');
});

test('[REPORT-116] of one driver there is one line, and there are their events alone', async () => {
  const drivers = await report('scores', 'by=driver');
  const rui = drivers.find(({ driverUniqueId }) => driverUniqueId === 'rui');
  assert.deepEqual(await report('scores', 'driver=rui'), [rui]);
  assert.deepEqual(await report('scores', 'driver=nobody'), []);
  const [harsh, own] = [await report('harsh'), await report('harsh', 'driver=rui&type=braking')];
  assert.ok(own.length > 0 && own.length < harsh.length);
  assert.ok(own.every(({ driverUniqueId }) => driverUniqueId === 'rui'));
  assert.equal(own.length, (rui?.sums.brakings ?? 0) + (rui?.sums.severeBrakings ?? 0));
  for (const type of ['speeding', 'idle'] as const) {
    const all = await report(type);
    const some = await report(type, 'driver=rui');
    assert.deepEqual(
      some.map(({ startTime }) => startTime),
      all.filter(({ driverUniqueId }) => driverUniqueId === 'rui').map(({ startTime }) => startTime),
    );
  }
});

test('[REPORT-115] settings of the group above count, those of the server else; a text that cannot be read is none', async () => {
  const before = (await report('scores'))[1];
  const text = `1 100 3 300 ${usual.split(' ').slice(4).join(' ').replace('braking=20', 'braking=90')}`;
  await setGroup(text);
  const [, heavier, apart] = await report('scores');
  assert.deepEqual([heavier?.settings, apart?.settings], [text, usual]);
  assert.ok((heavier?.points ?? 100) < (before?.points ?? 0));
  const [, rui] = await report('scores', 'by=driver');
  assert.equal(rui?.settings, text, 'most was driven under these');
  assert.equal((await report('scores', 'sum=true'))[0]?.settings, text);
  for (const unfit of ['nonsense', '1 0 0 0', 7]) {
    await setGroup(unfit);
    assert.equal((await report('scores'))[1]?.settings, usual);
  }
});

test('[REPORT-115] a sheet has the points of each kind, and nothing where there is no score', async () => {
  const [from, to] = [START - HOUR_MS, START + 4 * DAY_MS].map((time) => new Date(time).toISOString());
  const csv = async (query: string): Promise<readonly string[]> =>
    (await t.api('GET', `/reports/scores/csv?from=${from}&to=${to}&${query}`, cookie)).text.split('\r\n');
  const lines = await csv('');
  assert.match(lines.find((line) => line.startsWith('parked')) ?? '', /^parked[;,]{3,}/);
  assert.ok(lines.some((line) => line.startsWith('wild')));
  const [head = '', ...drivers] = await csv('by=driver');
  assert.match(head, /^\uFEFF?Motorista;Nota;/);
  assert.deepEqual(
    drivers.slice(0, 2).map((line) => line.split(/[;,]/)[0]),
    ['Ana', 'rui'],
  );
  assert.equal((await csv('driver=ana')).filter((line) => line.startsWith('Ana')).length, 1);
});
