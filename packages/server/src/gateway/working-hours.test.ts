import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Device, Driver, FleetEvent, LogPage } from '@rastro/fleet';
import type {
  Activity,
  DriverHoursPage,
  DriverMonth,
  HoursCorrection,
  OwnHours,
  SheetText,
  SheetVersion,
  StoredHoursSettings,
} from '@rastro/fleet/working-hours';
import { openExtensionStorage } from '@rastro/storage';
import { KINDS, startBothKinds, type BothKinds, type Kind } from '../../test/both-kinds.ts';
import { eventuallyEqual } from '../../test/eventually.ts';
import type { UserClient } from '../../test/user-client.ts';

let both: BothKinds;
before(async () => {
  both = await startBothKinds();
});
after(() => both.close());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ZONE = 'America/Sao_Paulo';
const PASSWORD = 'keys in the drawer';
let made = 0;

/** A company with a clerk, a van and two drivers, of whom the clerk sees one; and another company. */
async function company(kind: Kind) {
  const root = await both.root(kind);
  const acme = await both.account(kind, root, 'haulier', { userLimit: -1 });
  const clerk = await both.account(kind, acme.client, 'clerk');
  const other = await both.account(kind, root, 'stranger');
  const n = (made += 1);
  const uniqueId = `hours-${kind}-${n}`;
  const van = await acme.client.json<Device>('POST', '/api/devices', { name: 'Van', uniqueId });
  const driver = (name: string) =>
    acme.client.json<Driver>('POST', '/api/drivers', { name, uniqueId: `${name}-${kind}-${n}` });
  const [dana, eli] = [await driver('Dana'), await driver('Éli')];
  await acme.client.json('POST', '/api/permissions', { userId: clerk.id, driverId: dana.id });
  return { root, acme, clerk, other, van, dana, eli, n };
}
type Company = Awaited<ReturnType<typeof company>>;

/** Lets a driver sign in. */
async function phoneOf(kind: Kind, { acme, n }: Company, { id }: Driver): Promise<UserClient> {
  const username = `hours.${kind}.${n}.${id}`;
  await acme.client.json('PUT', `/ext/drivers/${id}/qr-access`, { username, password: PASSWORD });
  return both.signIn(kind, username, PASSWORD);
}
const checkIn = (phone: UserClient, id: number, at: number) =>
  phone.json('POST', '/ext/qr-driver', { id, at: new Date(at).toISOString() });

/** A van that goes for a while, a kilometer each minute, with the engine on for some minutes longer. */
async function drive({ uniqueId }: Device, begin: number, minutes: number): Promise<void> {
  const report = async (minute: number, speed: number, ignition: boolean): Promise<void> => {
    const place = `lat=${-23.5 + Math.min(minute, minutes) * 0.009}&lon=-46.6`;
    const time = Math.floor((begin + minute * MINUTE) / 1000);
    const port = both.server('embedded').protocols['osmand'];
    const query = `id=${uniqueId}&${place}&speed=${speed}&ignition=${ignition}&timestamp=${time}`;
    assert.equal((await fetch(`http://127.0.0.1:${port}/?${query}`)).status, 200);
  };
  await report(-1, 0, false);
  for (let minute = 0; minute < minutes; minute++) await report(minute, 32, true);
  for (let minute = minutes; minute < minutes + 30; minute += 2)
    await report(minute, 0, minute < minutes + 10);
}

const pageOf = (client: UserClient, query = '') =>
  client.json<DriverHoursPage>('GET', `/ext/working-hours${query}`);
const namesOf = async (client: UserClient, query = '') =>
  (await pageOf(client, query)).drivers.map(({ driverName }) => driverName);
const monthOf = (client: UserClient, { id }: Driver, month = '') =>
  client.json<DriverMonth>('GET', `/ext/working-hours/${id}?month=${month}`);
/** Activities of the last hours, which may lie in two months. */
async function activitiesOf(client: UserClient, driver: Driver): Promise<readonly Activity[]> {
  const days = [-24, 0, 14].map((hours) => new Date(Date.now() + hours * HOUR).toISOString());
  const months = [...new Set(days.map((day) => day.slice(0, 7)))];
  const found = await Promise.all(months.map((month) => monthOf(client, driver, month)));
  const all = found.flatMap(({ activities }) => activities);
  return [...new Map(all.map((each) => [each.begin, each])).values()];
}
const correction = (kind: string, begin: string, end: string) => ({
  id: randomUUID(),
  kind,
  begin: `${begin}-03:00`,
  end: `${end}-03:00`,
  reason: 'asked the driver',
});
const correct = (client: UserClient, { id }: Driver, body: object) =>
  client.json<HoursCorrection>('POST', `/ext/working-hours/${id}/corrections`, body);
/** A day of March 2024 with a minute too much of driving. */
async function writeDay(client: UserClient, driver: Driver): Promise<void> {
  await correct(client, driver, correction('rest', '2024-02-21T06:00:00', '2024-03-05T06:00:00'));
  await correct(client, driver, correction('driving', '2024-03-05T06:00:00', '2024-03-05T11:31:00'));
  await correct(client, driver, correction('rest', '2024-03-05T11:31:00', '2024-03-19T06:00:00'));
  await correct(client, driver, correction('rest', '2024-03-19T06:00:00', '2024-04-02T06:00:00'));
}
const sign = (client: UserClient, { id }: Driver, hash: string, month = '2024-03') =>
  client.call('POST', `/ext/working-hours/${id}/signatures`, { month, hash, name: 'Dana Reis' });

for (const kind of KINDS)
  describe(`${kind} server`, () => {
    test('[DIARY-1] drivers whom the caller sees are listed by name, in pages, narrowed by words', async () => {
      const { acme, clerk, other, dana, eli } = await company(kind);
      assert.deepEqual(await namesOf(acme.client), ['Dana', 'Éli']);
      const first = await pageOf(acme.client, '?limit=1');
      const after = encodeURIComponent(first.next ?? '');
      assert.deepEqual(await namesOf(acme.client, `?limit=1&after=${after}`), ['Éli']);
      assert.deepEqual(await namesOf(acme.client, '?text=eli'), ['Éli']);
      assert.deepEqual(await namesOf(acme.client, `?text=${dana.uniqueId}`), ['Dana']);
      assert.deepEqual(await namesOf(clerk.client), ['Dana']);
      assert.deepEqual(await namesOf(other.client), []);
      const [line] = first.drivers;
      assert.deepEqual([line?.state, line?.left, line?.breaches], [null, null, 0], 'nothing is known');
      for (const { client } of [clerk, other]) {
        assert.equal((await client.call('GET', `/ext/working-hours/${eli.id}`)).status, 404);
        const body = correction('rest', '2024-03-04T18:00:00', '2024-03-05T06:00:00');
        const path = `/ext/working-hours/${eli.id}/corrections`;
        assert.equal((await client.call('POST', path, body)).status, 404);
        assert.equal((await sign(client, eli, '0'.repeat(64))).status, 404);
      }
      for (const wrong of ['?after=x', `/${dana.id}?month=2026-13`, `/${dana.id}?month=1999-12`])
        assert.equal((await acme.client.call('GET', `/ext/working-hours${wrong}`)).status, 400, wrong);
    });

    test('[DIARY-2] hours come from check-ins, trips and the engine; rest is where the driver checked out', async () => {
      const here = await company(kind);
      const { acme, clerk, van, dana, eli } = here;
      const begin = Math.floor((Date.now() - 4 * HOUR) / MINUTE) * MINUTE;
      const phone = await phoneOf(kind, here, dana);
      await checkIn(phone, van.id, begin - 10 * MINUTE);
      await drive(van, begin, 60);
      await checkIn(phone, 0, begin + 2 * HOUR);
      const kindsOf = async () => (await activitiesOf(acme.client, dana)).map((each) => each.kind);
      if (kind === 'external') {
        // Neither ours nor a Traccar: nobody says how its vehicles moved.
        await eventuallyEqual(kindsOf, ['unclear', 'rest']);
        return;
      }
      await eventuallyEqual(kindsOf, ['work', 'driving', 'work', 'unclear', 'rest']);
      const activities = await activitiesOf(acme.client, dana);
      const lengthOf = (at: number): number =>
        ((activities[at]?.end ?? 0) - (activities[at]?.begin ?? 0)) / MINUTE;
      assert.ok(Math.abs(lengthOf(1) - 60) <= 3, `${lengthOf(1)} minutes of driving`);
      assert.equal(activities[4]?.begin, begin + 2 * HOUR);
      const [line] = (await pageOf(clerk.client)).drivers;
      assert.deepEqual([line?.state, line?.since], ['rest', begin + 2 * HOUR], 'who sees no vehicle, too');
      assert.ok(line?.left && line.left.ms > 0 && line.left.source !== '');
      const other = await phoneOf(kind, here, eli);
      await checkIn(other, van.id, begin + 3 * HOUR);
      await acme.client.call('DELETE', `/ext/drivers/${eli.id}/qr-access`);
      const after = (await activitiesOf(acme.client, eli)).map((each) => each.kind);
      assert.ok(!after.includes('rest'), 'nobody said that this driver rests');
    });

    test('[DIARY-3] rules of a driver are data of the company; of two who change them the second is told', async () => {
      const { acme, clerk, dana } = await company(kind);
      const { settings } = await monthOf(acme.client, dana);
      assert.deepEqual([settings.family, settings.version], ['BR', 0]);
      const put = (client: UserClient, more: object) =>
        client.call('PUT', `/ext/working-hours/${dana.id}/settings`, { ...settings, zone: ZONE, ...more });
      const first = await put(clerk.client, { service: 'passengers' });
      const stored: StoredHoursSettings = JSON.parse(first.text);
      assert.deepEqual([stored.service, stored.zone, stored.version], ['passengers', ZONE, 1]);
      assert.match((await put(acme.client, { crew: 2 })).text, /^Hours settings changed/);
      await writeDay(acme.client, dana);
      const rules = async () =>
        (await monthOf(acme.client, dana, '2024-03')).content.breaches.map(({ rule }) => rule);
      const ofPassengers = await rules();
      assert.equal((await put(acme.client, { version: 1, service: 'goods' })).status, 200);
      assert.notDeepEqual(await rules(), ofPassengers);
      for (const more of [{ zone: 'Mars/Base' }, { family: 'custom' }, { crew: 3 }, { agreements: ['x'] }])
        assert.equal((await put(acme.client, { version: 2, ...more })).status, 400);
    });

    test('[DIARY-4] corrections are added with a reason and say what was there before; the same id counts once', async () => {
      const { root, acme, dana } = await company(kind);
      await acme.client.json('PUT', `/ext/working-hours/${dana.id}/settings`, {
        ...(await monthOf(acme.client, dana)).settings,
        zone: ZONE,
      });
      await writeDay(acme.client, dana);
      const { content, activities } = await monthOf(acme.client, dana, '2024-03');
      assert.deepEqual(
        content.breaches.map(({ rule, byMs, at }) => [rule, byMs / MINUTE, new Date(at).toISOString()]),
        [['BR-2015.break.goods', 1, '2024-03-05T14:30:00.000Z']],
      );
      assert.equal(activities.filter((each) => each.kind === 'driving').length, 1);
      const again = correction('break', '2024-03-05T09:00:00', '2024-03-05T09:30:00');
      const [one, two] = await Promise.all([
        correct(acme.client, dana, again),
        correct(acme.client, dana, again),
      ]);
      assert.deepEqual(one, two);
      assert.deepEqual(
        one.before.map((each) => [each.kind, (each.end - each.begin) / MINUTE]),
        [['driving', 30]],
      );
      const now = await monthOf(acme.client, dana, '2024-03');
      assert.deepEqual([now.content.breaches, now.corrections.length], [[], 4]);
      assert.equal(now.corrections.at(-1)?.byName.startsWith('haulier'), true);
      const path = `/ext/working-hours/${dana.id}/corrections`;
      for (const more of [
        { reason: ' ' },
        { kind: 'sleep' },
        { end: again.begin },
        { end: '2024-04-05T09:30:00Z' },
        { end: null },
        { begin: new Date().toISOString(), end: new Date(Date.now() + HOUR).toISOString() },
      ])
        assert.equal(
          (await acme.client.call('POST', path, { ...again, id: randomUUID(), ...more })).status,
          400,
        );
      const log = await root.json<LogPage>('GET', `/ext/users/${acme.id}/logs?objectType=workingHours`);
      assert.deepEqual(log.lines[0]?.attributes, { type: 'break', from: again.begin, to: again.end });
    });

    test('[DIARY-8] breaches that only unclear time makes are counted apart', async () => {
      const { acme, dana } = await company(kind);
      await correct(acme.client, dana, correction('driving', '2024-03-05T06:00:00', '2024-03-05T11:31:00'));
      const { content, breachesAtLeast } = await monthOf(acme.client, dana, '2024-03');
      assert.equal(breachesAtLeast, 1, 'a minute too much of driving');
      assert.ok(content.breaches.length > 1, 'nobody knows whether the driver rested');
      const [begin, end] = [3, 2].map((hours) => new Date(Date.now() - hours * HOUR).toISOString());
      await correct(acme.client, dana, { ...correction('driving', '', ''), begin, end });
      const [line] = (await pageOf(acme.client, '?text=dana')).drivers;
      assert.deepEqual([line?.state, line?.breaches, line?.breachesAtLeast], ['unclear', 0, 0]);
    });

    test('[DIARY-9] a driver reads and signs their own month, of the session alone; a manager has none there', async () => {
      const here = await company(kind);
      const { acme, dana, eli } = here;
      for (const driver of [dana, eli])
        await acme.client.json('PUT', `/ext/working-hours/${driver.id}/settings`, {
          ...(await monthOf(acme.client, driver)).settings,
          zone: ZONE,
        });
      await writeDay(acme.client, dana);
      const [phone, other] = [await phoneOf(kind, here, dana), await phoneOf(kind, here, eli)];
      const own = (who: UserClient) => who.json<OwnHours>('GET', '/ext/qr-driver/hours?month=2024-03');
      const { now, month } = await own(phone);
      assert.deepEqual([now.driverName, month.driverId], ['Dana', dana.id]);
      assert.deepEqual(month, await monthOf(acme.client, dana, '2024-03'));
      assert.equal((await own(other)).month.driverId, eli.id);
      const signing = { month: '2024-03', hash: month.sheet.hash, name: 'Dana Reis' };
      const path = '/ext/qr-driver/hours/signatures';
      assert.match((await other.call('POST', path, signing)).text, /^Sheet changed/, 'not those of another');
      assert.equal((await phone.call('POST', path, signing)).status, 200);
      assert.equal((await own(phone)).month.sheet.signature?.name, 'Dana Reis');
      for (const [method, at, body] of [
        ['GET', '/ext/qr-driver/hours', undefined],
        ['POST', path, signing],
      ] as const)
        assert.equal((await acme.client.call(method, at, body)).status, 403);
      assert.equal((await phone.call('GET', `/ext/working-hours/${dana.id}`)).status, 403);
      assert.equal((await phone.call('GET', '/ext/qr-driver/hours?month=1999-12')).status, 400);
    });

    test('[DIARY-5] a month is signed as it was seen; a late correction makes another version, unsigned', async () => {
      const { acme, dana } = await company(kind);
      await writeDay(acme.client, dana);
      const seen = await monthOf(acme.client, dana, '2024-03');
      assert.deepEqual([seen.isOver, seen.sheet.version, seen.sheet.signature], [true, 1, null]);
      assert.match((await sign(acme.client, dana, '0'.repeat(64))).text, /^Sheet changed/);
      const signed: SheetVersion = JSON.parse((await sign(acme.client, dana, seen.sheet.hash)).text);
      assert.deepEqual([signed.version, signed.signature?.name], [1, 'Dana Reis']);
      assert.match((await sign(acme.client, dana, seen.sheet.hash)).text, /^Sheet signed already/);
      assert.deepEqual((await monthOf(acme.client, dana, '2024-03')).sheet, signed);
      await correct(acme.client, dana, correction('work', '2024-03-06T06:00:00', '2024-03-06T07:00:00'));
      const late = await monthOf(acme.client, dana, '2024-03');
      assert.deepEqual([late.sheet.version, late.sheet.signature, late.signed], [2, null, [signed]]);
      assert.match((await sign(acme.client, dana, seen.sheet.hash)).text, /^Sheet changed/);
      assert.equal((await sign(acme.client, dana, late.sheet.hash)).status, 200);
      const { content, sheet } = await monthOf(acme.client, dana);
      assert.match((await sign(acme.client, dana, sheet.hash, content.month)).text, /^Month running/);
    });

    test('[DIARY-6] what is signed is a text, and its SHA-256 is the hash', async () => {
      const { acme, dana } = await company(kind);
      await writeDay(acme.client, dana);
      const path = `/ext/working-hours/${dana.id}/sheet?month=2024-03`;
      const { text, hash } = await acme.client.json<SheetText>('GET', path);
      assert.equal(createHash('sha256').update(text).digest('hex'), hash);
      assert.equal(hash, (await monthOf(acme.client, dana, '2024-03')).sheet.hash);
      assert.equal(JSON.parse(text).driverName, 'Dana');
    });

    test('[DIARY-7] whoever is forgotten leaves: the name of a user, and all of a driver', async () => {
      const { root, acme, clerk, dana } = await company(kind);
      await writeDay(clerk.client, dana);
      const { sheet } = await monthOf(acme.client, dana, '2024-03');
      await sign(acme.client, dana, sheet.hash);
      assert.equal(
        (await root.call('POST', `/ext/users/${clerk.id}/erasure`, { name: 'clerk' })).status,
        204,
      );
      const month = await monthOf(acme.client, dana, '2024-03');
      assert.deepEqual(new Set(month.corrections.map(({ byName }) => byName)), new Set([`#${clerk.id}`]));
      assert.equal(month.sheet.hash, sheet.hash, 'what was signed stays');
      const erased = await acme.client.call('POST', `/ext/drivers/${dana.id}/erasure`, { name: 'Dana' });
      assert.equal(erased.status, 204);
      const left: string[] = [];
      await both.restart(kind, async (folder) => {
        const storage = await openExtensionStorage({ folder });
        for (const each of ['hoursSettings', 'hoursCorrection', 'hoursSheet'])
          for await (const page of storage.documents({ kind: each, prefix: '', pageSize: 100 }))
            left.push(...page.map(({ key }) => key));
        await storage.close();
      });
      const own = String(dana.id).padStart(12, '0');
      assert.equal(left.length > 0, true, 'those of others stay');
      assert.deepEqual(
        left.filter((key) => key.startsWith(own)),
        [],
      );
    });
  });

test('[DIARY-10] a driver who comes close to a limit is an event of their vehicle, once for each threshold', async () => {
  const here = await company('embedded');
  const { acme, other, van, dana } = here;
  const driven = 5 * 60 + 5;
  const begin = Math.floor(Date.now() / MINUTE) * MINUTE - driven * MINUTE;
  const phone = await phoneOf('embedded', here, dana);
  await checkIn(phone, van.id, begin - MINUTE);
  const port = both.server('embedded').protocols['osmand'];
  for (let minute = 0; minute <= driven; minute++) {
    const time = Math.floor((begin + minute * MINUTE) / 1000);
    const query = `id=${van.uniqueId}&lat=${-23.5 + minute * 0.009}&lon=-46.6&speed=32&ignition=true&timestamp=${time}`;
    assert.equal((await fetch(`http://127.0.0.1:${port}/?${query}`)).status, 200);
  }
  const [line] = (await pageOf(acme.client, '?text=dana')).drivers;
  assert.ok(line, 'Dana is listed');
  const minutes = Math.floor((line.left?.ms ?? 0) / MINUTE);
  assert.ok(minutes <= 30 && minutes > 10, String(minutes));
  const warnings = async (client: UserClient) => {
    const [from, to] = [-HOUR, HOUR].map((ms) => new Date(Date.now() + ms).toISOString());
    const query = `deviceId=${van.id}&type=hoursEnding&from=${from}&to=${to}`;
    return (await client.json<readonly FleetEvent[]>('GET', `/api/reports/events?${query}`)).map(
      ({ attributes }) => [attributes['driverUniqueId'], attributes['rule'], attributes['minutesLeft']],
    );
  };
  await both.restart('embedded', async () => undefined);
  assert.deepEqual(await warnings(acme.client), [], 'no rule notifies of it, so nobody is judged');
  const rule = { type: 'hoursEnding', always: true, notificators: 'web', attributes: {} };
  await acme.client.json('POST', '/api/notifications', rule);
  for (let times = 0; times < 2; times++) {
    await both.restart('embedded', async () => undefined);
    await eventuallyEqual(
      async () => (await warnings(acme.client)).map((each) => each.slice(0, 2)),
      [[dana.uniqueId, line.left?.rule]],
    );
  }
  const [[, , raised] = []] = await warnings(acme.client);
  assert.ok(Math.abs(Number(raised) - minutes) <= 1, `${Number(raised)} ${minutes}`);
  assert.deepEqual(await warnings(other.client), [], 'another company sees none of it');
});
