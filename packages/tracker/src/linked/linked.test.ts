import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

let t: TestTracker;
before(async () => {
  t = await openTestTracker();
});
after(() => t.dispose());

type Body = Readonly<Record<string, unknown>>;
interface Sample {
  readonly path: string;
  readonly kind: string;
  /** Body that a client sends, without fields that have a default. */
  readonly minimal: Body;
  /** Body that comes back then, without the id. */
  readonly whole: Body;
  /** A body that must be rejected, and the field that the error names. */
  readonly wrong: readonly [Body, string];
  readonly title: string;
  readonly byDevice: boolean;
  readonly administratorsOnly?: true;
  readonly uniqueField?: string;
}

const ICAL = Buffer.from(
  'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260101T080000Z\r\nDTEND:20260101T180000Z\r\nRRULE:FREQ=DAILY\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
).toString('base64');

const SAMPLES: readonly Sample[] = [
  {
    path: 'geofences',
    kind: 'geofence',
    minimal: { name: 'Yard', area: 'CIRCLE (52 13, 100)' },
    whole: { name: 'Yard', area: 'CIRCLE (52 13, 100)', description: null, calendarId: 0, attributes: {} },
    wrong: [{ name: 'Yard', area: 'SQUARE (1 2)' }, 'area'],
    title: 'name',
    byDevice: true,
  },
  {
    path: 'commands',
    kind: 'command',
    minimal: { description: 'Stop', type: 'engineStop', deviceId: 9, whatever: 1 },
    whole: { deviceId: 0, description: 'Stop', type: 'engineStop', textChannel: false, attributes: {} },
    wrong: [{ description: 'Stop' }, 'type'],
    title: 'description',
    byDevice: true,
  },
  {
    path: 'notifications',
    kind: 'notification',
    minimal: { type: 'alarm', notificators: 'web', attributes: { alarms: 'sos' } },
    whole: {
      type: 'alarm',
      notificators: 'web',
      description: null,
      always: false,
      commandId: 0,
      calendarId: 0,
      attributes: { alarms: 'sos' },
    },
    wrong: [{ type: 'rain' }, 'type'],
    title: 'description',
    byDevice: true,
  },
  {
    path: 'drivers',
    kind: 'driver',
    minimal: { name: 'Eva', uniqueId: ' D-1 ' },
    whole: { name: 'Eva', uniqueId: 'D-1', attributes: {} },
    wrong: [{ name: 'Eva' }, 'uniqueId'],
    title: 'name',
    byDevice: true,
    uniqueField: 'uniqueId',
  },
  {
    path: 'calendars',
    kind: 'calendar',
    minimal: { name: 'Work', data: ICAL },
    whole: { name: 'Work', data: ICAL, attributes: {} },
    wrong: [{ name: 'Work', data: 'not base64 !' }, 'data'],
    title: 'name',
    byDevice: false,
  },
  {
    path: 'maintenance',
    kind: 'maintenance',
    minimal: { name: 'Oil', type: 'totalDistance', start: '10000', period: 5000.5 },
    whole: { name: 'Oil', type: 'totalDistance', start: 10_000, period: 5000.5, attributes: {} },
    wrong: [{ name: 'Oil', type: 'hours', start: 'soon' }, 'start'],
    title: 'name',
    byDevice: true,
  },
  {
    path: 'attributes/computed',
    kind: 'attribute',
    minimal: { description: 'Fast', attribute: 'fast', expression: 'speed > 50', type: 'boolean' },
    whole: { description: 'Fast', attribute: 'fast', expression: 'speed > 50', type: 'boolean', priority: 0 },
    wrong: [{ description: 'Fast', attribute: 'fast', type: 'boolean' }, 'expression'],
    title: 'description',
    byDevice: true,
    administratorsOnly: true,
  },
  {
    path: 'orders',
    kind: 'order',
    minimal: { uniqueId: 'O-1', description: 'Piano' },
    whole: { uniqueId: 'O-1', description: 'Piano', fromAddress: null, toAddress: null, attributes: {} },
    wrong: [{ description: 'Piano' }, 'uniqueId'],
    title: 'description',
    byDevice: false,
  },
  {
    path: 'reports',
    kind: 'report',
    minimal: { type: 'trips', description: 'Weekly' },
    whole: { type: 'trips', description: 'Weekly', calendarId: 0, attributes: {} },
    wrong: [{ type: 'trips' }, 'description'],
    title: 'description',
    byDevice: false,
  },
];

const signedIn = async (fields: object = {}): Promise<{ id: number; cookie: string }> => {
  const id = await t.addUser(fields);
  return { id, cookie: await t.signIn(id) };
};
const writer = ({ administratorsOnly }: Sample) => signedIn({ administrator: administratorsOnly === true });
const link = async (body: object, cookie: string, method = 'POST'): Promise<number> =>
  (await t.api(method, '/permissions', cookie, body)).status;
let serial = 0;
const bodyOf = ({ minimal, uniqueField }: Sample): Body =>
  uniqueField === undefined ? minimal : { ...minimal, [uniqueField]: `u${++serial}` };
async function create(sample: Sample, cookie: string, changes: Body = {}): Promise<{ id: number } & Body> {
  const reply = await t.api('POST', `/${sample.path}`, cookie, { ...bodyOf(sample), ...changes });
  assert.equal(reply.status, 200, reply.text);
  return reply.json;
}
const listed = async (sample: Sample, cookie: string, query = ''): Promise<readonly { id: number }[]> =>
  (await t.api('GET', `/${sample.path}${query}`, cookie)).json;
const ids = async (sample: Sample, cookie: string, query = ''): Promise<readonly number[]> =>
  (await listed(sample, cookie, query)).map(({ id }) => id);

for (const sample of SAMPLES) {
  const { path, kind } = sample;
  describe(path, () => {
    test(`[LINKED-1] ${path}: made with defaults, replaced whole, removed; its maker's from the start`, async () => {
      const { cookie } = await writer(sample);
      const made = await t.api('POST', `/${path}`, cookie, { id: 77, ...sample.minimal });
      assert.equal(made.status, 200, made.text);
      const { id } = made.json as { id: number };
      assert.deepEqual(made.json, { id, ...sample.whole });
      assert.deepEqual((await t.api('GET', `/${path}/${id}`, cookie)).json, made.json);
      assert.deepEqual(await listed(sample, cookie), [made.json]);
      const changed = { ...sample.minimal, [sample.title]: 'Other', id };
      const put = await t.api('PUT', `/${path}/${id}`, cookie, changed);
      assert.deepEqual(put.json, { id, ...sample.whole, [sample.title]: 'Other' });
      await t.restart();
      assert.deepEqual(await listed(sample, cookie), [put.json], 'durable');
      assert.equal((await t.api('DELETE', `/${path}/${id}`, cookie)).status, 204);
      assert.deepEqual(await listed(sample, cookie), []);
    });

    test(`[LINKED-2] ${path}: bad bodies are refused by the name of the field`, async () => {
      const { cookie } = await writer(sample);
      const [body, field] = sample.wrong;
      const reply = await t.api('POST', `/${path}`, cookie, body);
      assert.equal(reply.status, 400);
      assert.match(reply.text, new RegExp(`^Invalid data - ${field}`));
      assert.deepEqual(await ids(sample, cookie), []);
    });

    test(`[LINKED-3] ${path}: not yours and not there get one answer; administrators reach all`, async () => {
      const mine = await writer(sample);
      const { id } = await create(sample, mine.cookie);
      const other = await signedIn();
      const foreign = await t.api('GET', `/${path}/${id}`, other.cookie);
      const missing = await t.api('GET', `/${path}/999999`, other.cookie);
      assert.deepEqual([foreign.status, foreign.text], [missing.status, missing.text]);
      assert.match(foreign.text, /access denied - /);
      for (const method of ['PUT', 'DELETE'])
        assert.equal(
          (await t.api(method, `/${path}/${id}`, other.cookie, { ...bodyOf(sample), id })).status,
          400,
        );
      const administrator = await signedIn({ administrator: true });
      assert.equal((await t.api('GET', `/${path}/${id}`, administrator.cookie)).status, 200);
      assert.equal((await t.api('GET', `/${path}/999999`, administrator.cookie)).status, 404);
      assert.deepEqual(await ids(sample, administrator.cookie), [], 'their list is what is linked to them');
      assert.ok((await ids(sample, administrator.cookie, '?all=true')).includes(id));
      assert.deepEqual(await ids(sample, other.cookie, '?all=true'), []);
    });

    test(`[LINKED-4] ${path}: a read-only account looks and does not write`, async () => {
      const owner = await writer(sample);
      const { id } = await create(sample, owner.cookie);
      const reader = await signedIn({ readonly: true });
      await t.tracker.directory.links.change(
        [{ ownerKind: 'user', ownerId: reader.id, propertyKind: kind, propertyId: id }],
        [],
      );
      assert.deepEqual(await ids(sample, reader.cookie), [id]);
      for (const [method, target] of [
        ['POST', ''],
        ['PUT', `/${id}`],
        ['DELETE', `/${id}`],
      ]) {
        const body = method === 'DELETE' ? undefined : { ...bodyOf(sample), id };
        const reply = await t.api(method ?? '', `/${path}${target}`, reader.cookie, body);
        assert.match(reply.text, /^Account is readonly/);
      }
    });

    test(`[LINKED-5] ${path}: lists know keyword, limit, offset, excludeAttributes, userId`, async () => {
      const owner = await writer({ ...sample, administratorsOnly: true });
      const titles = ['alpha one', 'Beta one', 'gamma two'];
      for (const title of titles.toReversed())
        await create(sample, owner.cookie, {
          [sample.title]: title,
          ...('attributes' in sample.whole ? { attributes: { a: 1, alarms: 'sos' } } : {}),
        });
      const found = async (query: string) =>
        ((await listed(sample, owner.cookie, query)) as readonly Body[]).map((each) => each[sample.title]);
      assert.deepEqual(await found(''), titles, 'in order of their names');
      assert.deepEqual(await found('?keyword=ONE'), titles.slice(0, 2));
      assert.deepEqual(await found('?limit=1&offset=1'), [titles[1]]);
      assert.deepEqual(await found('?offset=2'), [titles[2]], 'without a limit, too');
      assert.deepEqual(await found(`?userId=${owner.id}`), titles);
      const bare = (await listed(sample, owner.cookie, '?excludeAttributes=true')) as readonly Body[];
      if ('attributes' in sample.whole) assert.deepEqual(bare[0]?.['attributes'], {});
      assert.equal((await t.api('GET', `/${path}?limit=x`, owner.cookie)).status, 400);
    });

    if (sample.byDevice) {
      test(`[LINKED-6] ${path}: linked to devices and groups by who has both ends, and listed by them`, async () => {
        const owner = await writer(sample);
        const one = await create(sample, owner.cookie);
        const two = await create(sample, owner.cookie);
        const deviceId = await t.addDevice(`d${++serial}`);
        const group = await t.tracker.directory.groups.create({ name: 'G', groupId: 0, attributes: {} });
        const give = (propertyKind: string, propertyId: number, ownerId: number) =>
          t.tracker.directory.links.change([{ ownerKind: 'user', ownerId, propertyKind, propertyId }], []);
        await give('device', deviceId, owner.id);
        await give('group', group.id, owner.id);
        assert.equal(await link({ deviceId, [`${kind}Id`]: one.id }, owner.cookie), 204);
        assert.equal(await link({ groupId: group.id, [`${kind}Id`]: two.id }, owner.cookie), 204);
        assert.deepEqual(await ids(sample, owner.cookie, `?deviceId=${deviceId}`), [one.id]);
        assert.deepEqual(await ids(sample, owner.cookie, `?groupId=${group.id}`), [two.id]);
        assert.deepEqual(await ids(sample, owner.cookie, `?groupId=${group.id}&deviceId=${deviceId}`), []);
        const other = await signedIn();
        assert.equal(await link({ deviceId, [`${kind}Id`]: one.id }, other.cookie), 400);
        await give('device', deviceId, other.id);
        assert.equal(
          await link({ deviceId, [`${kind}Id`]: one.id }, other.cookie),
          400,
          'one end is not two',
        );
        assert.equal(await link({ [`${kind}Id`]: one.id, deviceId }, owner.cookie), 400, 'order matters');
        assert.equal(await link({ deviceId, [`${kind}Id`]: one.id }, owner.cookie, 'DELETE'), 204);
        assert.deepEqual(await ids(sample, owner.cookie, `?deviceId=${deviceId}`), []);
      });
    }
    if (sample.administratorsOnly) {
      test(`[LINKED-7] ${path}: only administrators write`, async () => {
        const { cookie } = await signedIn();
        const reply = await t.api('POST', `/${path}`, cookie, sample.minimal);
        assert.match(reply.text, /^Administrator access required/);
      });
    }
    if (sample.uniqueField) {
      test(`[LINKED-8] ${path}: a taken identifier is refused and changes nothing`, async () => {
        const { cookie } = await writer(sample);
        const one = await create(sample, cookie);
        const reply = await t.api('POST', `/${path}`, cookie, { ...one, id: 0 });
        assert.match(reply.text, /^Already in use/);
        assert.deepEqual(await ids(sample, cookie), [one.id]);
      });
    }
  });
}

test('[LINKED-9] saved commands are closed to accounts with limited commands', async () => {
  const { cookie } = await signedIn({ limitCommands: true });
  const reply = await t.api('POST', '/commands', cookie, { description: 'Stop', type: 'engineStop' });
  assert.match(reply.text, /^Account has limited commands/);
});

test("[LINKED-10] nobody refers to a calendar or command that is not his; one's own stays", async () => {
  const [mine, other] = [await signedIn(), await signedIn()];
  const calendar = (await t.api('POST', '/calendars', other.cookie, { name: 'C', data: ICAL })).json as {
    id: number;
  };
  const fence = { name: 'F', area: 'CIRCLE (1 1, 5)', calendarId: calendar.id };
  assert.match((await t.api('POST', '/geofences', mine.cookie, fence)).text, /^Calendar access denied/);
  const made = (await t.api('POST', '/geofences', other.cookie, fence)).json as { id: number };
  await t.tracker.directory.links.change(
    [{ ownerKind: 'user', ownerId: mine.id, propertyKind: 'geofence', propertyId: made.id }],
    [],
  );
  const edited = await t.api('PUT', `/geofences/${made.id}`, mine.cookie, { ...made, name: 'G' });
  assert.equal(edited.status, 200, 'what is referred to already may stay');
});

test('[NOTIF-300] a rule for certain devices is not changed while none is linked', async () => {
  const { cookie } = await signedIn();
  const rule = (
    await t.api('POST', '/notifications', cookie, { type: 'deviceOnline', notificators: 'web', always: true })
  ).json as { id: number };
  const change = (part: object) => t.api('PUT', `/notifications/${rule.id}`, cookie, { ...rule, ...part });
  const refused = await change({ always: false });
  assert.equal(refused.status, 400);
  assert.match(refused.text, /^Rule without device/);
  assert.equal((await change({ always: true })).status, 200);
  const device = (await t.api('POST', '/devices', cookie, { name: 'D', uniqueId: `n${++serial}` })).json as {
    id: number;
  };
  await t.api('POST', '/permissions', cookie, { deviceId: device.id, notificationId: rule.id });
  assert.equal((await change({ always: false })).status, 200);
});

test('[LINKED-11] a removed calendar or command takes along what cannot be without it', async () => {
  const { cookie } = await signedIn();
  const post = async (path: string, body: object): Promise<{ id: number }> =>
    (await t.api('POST', path, cookie, body)).json;
  const calendar = await post('/calendars', { name: 'C', data: ICAL });
  const command = await post('/commands', { description: 'Stop', type: 'engineStop' });
  const calendarId = calendar.id;
  const rule = { type: 'deviceOnline', notificators: 'web' };
  const device = await post('/devices', { name: 'D', uniqueId: `x${++serial}`, calendarId });
  const fence = await post('/geofences', { name: 'F', area: 'CIRCLE (1 1, 5)', calendarId });
  await post('/reports', { type: 'trips', description: 'R', calendarId });
  await post('/notifications', { ...rule, commandId: command.id });
  const saved = await post('/notifications', { ...rule, calendarId });
  for (const path of [`/calendars/${calendar.id}`, `/commands/${command.id}`])
    assert.equal((await t.api('DELETE', path, cookie)).status, 204);
  const read = async (path: string) => (await t.api('GET', path, cookie)).json;
  assert.equal((await read(`/devices/${device.id}`))['calendarId'], 0);
  assert.equal((await read(`/geofences/${fence.id}`))['calendarId'], 0);
  assert.deepEqual(await read('/reports'), []);
  const rules = (await read('/notifications')) as readonly { id: number; calendarId: number }[];
  assert.deepEqual(
    rules.map(({ id, calendarId: on }) => [id, on]),
    [[saved.id, 0]],
  );
});

test('[LINKED-12] devices are linked to devices; the link ends with either', async () => {
  const { cookie } = await signedIn();
  const add = async (): Promise<number> =>
    (
      (await t.api('POST', '/devices', cookie, { name: 'D', uniqueId: `y${++serial}` })).json as {
        id: number;
      }
    ).id;
  const [truck, trailer] = [await add(), await add()];
  assert.equal(await link({ deviceId: truck, linkedDeviceId: trailer }, cookie), 204);
  const linked = async () =>
    ((await t.api('GET', `/devices?deviceId=${truck}`, cookie)).json as { id: number }[]).map(({ id }) => id);
  assert.deepEqual(await linked(), [trailer]);
  await t.api('DELETE', `/devices/${trailer}`, cookie);
  assert.deepEqual(await linked(), []);
  await t.restart();
  assert.deepEqual(await linked(), []);
});

test('[LINKED-13] administrators read links by owner, 0 = any', async () => {
  const { id, cookie } = await signedIn({ administrator: true });
  const fence = (await t.api('POST', '/geofences', cookie, { name: 'F', area: 'CIRCLE (1 1, 5)' })).json as {
    id: number;
  };
  const deviceId = await t.addDevice(`z${++serial}`);
  await link({ deviceId, geofenceId: fence.id }, cookie);
  const read = async (query: string) => (await t.api('GET', `/permissions?${query}`, cookie)).json;
  assert.deepEqual(await read(`userId=0&geofenceId=${fence.id}`), [{ userId: id, geofenceId: fence.id }]);
  assert.deepEqual(await read(`deviceId=${deviceId}&geofenceId=0`), [{ deviceId, geofenceId: fence.id }]);
});
