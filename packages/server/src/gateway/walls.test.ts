import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rastro/base';
import type { Device, LogPage, TotalsItem } from '@rastro/fleet';
import { TOTALS_FIGURES, type WallBox, type WallView } from '@rastro/fleet/figures';
import { WALL_LIMITS, type Layout, type NewWall, type Wall } from '@rastro/fleet/layouts';
import { openExtensionStorage } from '@rastro/storage';
import { KINDS, startBothKinds, type BothKinds, type Kind, type TestAccount } from '../../test/both-kinds.ts';
import { eventually } from '../../test/eventually.ts';

let both: BothKinds;
before(async () => {
  both = await startBothKinds();
});
after(() => both.close());

const PATH = '/ext/walls';
const KINDS_SHOWN = ['states', 'driven', 'licences', 'ranking', 'presence', 'invoices', 'zebra'];
let made = 0;

/** Has a tracker report. */
async function reported(uniqueId: string, record: string): Promise<void> {
  const port = both.server('embedded').protocols['osmand'];
  await (await fetch(`http://127.0.0.1:${port}/?id=${uniqueId}&${record}`)).text();
}

/** A customer with a vehicle that has reported, a driver whose licence ended, and an overview. */
async function ownerAt(kind: Kind) {
  const root = await both.root(kind);
  const ana = await both.account(kind, root, 'ana', {
    attributes: { timezone: 'America/Bahia', 'rastro.lang': 'es', distanceUnit: 'mi' },
  });
  const uniqueId = `wall-${kind}-${(made += 1)}`;
  const van = await ana.client.json<Device>('POST', '/api/devices', { name: 'Van 7', uniqueId });
  await reported(uniqueId, 'lat=-23.5&lon=-46.6&bearing=90');
  await ana.client.json('POST', '/api/drivers', {
    name: 'Dora Dias',
    uniqueId: `d-${uniqueId}`,
    attributes: { 'rastro.licenceValidity': '2020-01-31' },
  });
  const layout = await ana.client.json<Layout>('POST', '/ext/layouts', {
    name: 'Morning',
    period: { preset: '7d' },
    groupIds: [],
    deviceIds: [],
    widgets: KINDS_SHOWN.map((each, at) => ({ id: each, kind: each, x: 4 * at, y: 0, w: 4, h: 3 })),
  });
  return { root, ana, van, layout };
}

const tokenOf = async ({ client }: TestAccount): Promise<string> =>
  (await client.call('POST', '/api/session/token')).text;
async function wallOf(ana: TestAccount, more: object = {}) {
  const loginToken = await tokenOf(ana);
  const body = {
    name: 'Hall',
    layoutIds: [1],
    map: true,
    seconds: 20,
    expiration: new Date(Date.now() + DAY_MS).toISOString(),
    zone: 'Asia/Tokyo',
    language: 'en',
    loginToken,
    ...more,
  };
  return { loginToken, body, ...(await ana.client.call('POST', PATH, body)) };
}
const madeBy = async (ana: TestAccount, more: object = {}): Promise<NewWall> => {
  const { status, text } = await wallOf(ana, more);
  assert.equal(status, 200, text);
  const wall: NewWall = JSON.parse(text);
  return wall;
};
const ask = (kind: Kind, token: string, query = '') =>
  fetch(`${both.urlOf(kind)}/ext/wall${query}`, { headers: { 'x-wall-token': token } });
async function viewOf(kind: Kind, token: string): Promise<WallView> {
  const reply = await ask(kind, token);
  const text = await reply.text();
  assert.equal(reply.status, 200, text);
  const view: WallView = JSON.parse(text);
  return view;
}
const boxIn = ({ pages }: WallView, id: string): WallBox => {
  const box = pages[0]?.widgets.find((each) => each.id === id);
  assert.ok(box, id);
  return box;
};
const statusOf = async (kind: Kind, token: string): Promise<number> => {
  const reply = await ask(kind, token);
  await reply.text();
  return reply.status;
};

test('[WALL-8] the page of a wall tells nobody its address, and is not listed', async () => {
  const headersOf = async (path: string) => {
    const reply = await fetch(both.urlOf('embedded') + path);
    await reply.text();
    return ['referrer-policy', 'x-robots-tag'].map((name) => reply.headers.get(name));
  };
  assert.deepEqual(await headersOf('/overview/wall/abc'), ['no-referrer', 'noindex']);
  assert.deepEqual(await headersOf('/overview'), ['strict-origin-when-cross-origin', null]);
});

for (const kind of KINDS)
  describe(`${kind} server`, () => {
    test('[WALL-2] a wall answers figures, language, zone and places of its owner, and no ids', async () => {
      const { ana, van } = await ownerAt(kind);
      const { token } = await madeBy(ana);
      const view = await viewOf(kind, token);
      assert.deepEqual([view.name, view.seconds], ['Hall', 20]);
      const { language, zone, distanceUnit } = view.formats;
      assert.deepEqual([language, zone, distanceUnit], ['es', 'America/Bahia', 'mi']);
      assert.deepEqual(
        view.pages.map(({ name }) => name),
        ['Morning'],
      );
      const states = boxIn(view, 'states').content?.figures.map(({ value }) => value);
      assert.equal(
        states?.reduce<number>((sum, value) => sum + (value ?? 0), 0),
        1,
      );
      const place = { latitude: -23.5, longitude: -46.6, course: 90 };
      assert.deepEqual(view.map, [{ name: 'Van 7', ...place, state: view.map?.[0]?.state }]);
      const driven = boxIn(view, 'driven');
      assert.equal(driven.content?.figures[0]?.name, 'driven.distance');
      assert.ok(driven.period && driven.period.to - driven.period.from > 6 * DAY_MS);
      assert.ok(!JSON.stringify(view).includes(`"${van.uniqueId}"`));
      assert.ok(!JSON.stringify(view).includes('deviceId'));
    });

    test('[WALL-2] figures are those of the report for the same instants, to the last digit', async () => {
      const { ana, van } = await ownerAt(kind);
      const begin = Math.floor(Date.now() / 1000) - 900;
      for (let at = 0; at <= 20; at++) {
        const place = `lat=${-23.5 - at * 0.003}&lon=-46.6&speed=25&timestamp=${begin + at * 30}`;
        await reported(van.uniqueId, place);
      }
      const { token } = await madeBy(ana);
      const { content, period } = boxIn(await viewOf(kind, token), 'driven');
      assert.ok(content && period);
      const query = new URLSearchParams({
        from: new Date(period.from).toISOString(),
        to: new Date(period.to).toISOString(),
        sum: 'true',
      }).toString();
      const [totals] = await ana.client.json<TotalsItem[]>('GET', `/api/reports/totals?${query}`);
      assert.ok(totals && totals.distance > 5000);
      const figures = TOTALS_FIGURES.driven({ totals, before: undefined, lengthMs: 0, score: null });
      assert.deepEqual(
        content.figures.map(({ value }) => value),
        figures.map(({ value }) => value),
      );
    });

    test('[WALL-4] licences and scores of drivers are there where the owner said so; money and unknown kinds never', async () => {
      const { ana } = await ownerAt(kind);
      const plain = await viewOf(kind, (await madeBy(ana)).token);
      assert.deepEqual(
        ['licences', 'ranking', 'invoices', 'zebra'].map((id) => [
          boxIn(plain, id).hidden,
          boxIn(plain, id).content === null,
        ]),
        [
          ['personal', true],
          ['personal', true],
          ['notOnWall', true],
          ['unknown', true],
        ],
      );
      assert.ok(!JSON.stringify(plain).includes('Dora'));
      const personal = await viewOf(kind, (await madeBy(ana, { personal: true })).token);
      const { content } = boxIn(personal, 'licences');
      assert.deepEqual(
        [content?.figures[0]?.value, content?.rows[0]?.name, content?.rows[0]?.details],
        [1, 'Dora Dias', [{ day: '2020-01-31' }]],
      );
      assert.equal(boxIn(personal, 'ranking').hidden, null);
    });

    test('[WALL-3] a wall that is ended, or whose owner may not sign in, is dark within 2 seconds', async () => {
      const { root, ana } = await ownerAt(kind);
      const within = { withinMs: 2000 };
      const dark = async (token: string): Promise<void> => {
        const from = Date.now();
        await eventually(async () => (await statusOf(kind, token)) === 404);
        assert.ok(Date.now() - from <= within.withinMs);
      };
      const first = await madeBy(ana);
      const second = await wallOf(ana);
      const { token }: NewWall = JSON.parse(second.text);
      assert.deepEqual([await statusOf(kind, first.token), await statusOf(kind, token)], [200, 200]);
      await ana.client.json('DELETE', `${PATH}/${first.id}`);
      await dark(first.token);
      const bearer = { authorization: `Bearer ${second.loginToken}` };
      const body = new URLSearchParams({ token: second.loginToken });
      await fetch(`${both.urlOf(kind)}/api/session/token/revoke`, { method: 'POST', headers: bearer, body });
      await dark(token);
      const third = await madeBy(ana);
      assert.equal(await statusOf(kind, third.token), 200);
      const account = await root.json<object>('GET', `/api/users/${ana.id}`);
      await root.json('PUT', `/api/users/${ana.id}`, { ...account, disabled: true });
      await dark(third.token);
      await root.json('PUT', `/api/users/${ana.id}`, { ...account, disabled: false });
    });

    test('[WALL-3] a right that is lost empties its box within 2 seconds, and comes back', async () => {
      const { root, ana } = await ownerAt(kind);
      const { token } = await madeBy(ana);
      const hiddenNow = async () => {
        const view = await viewOf(kind, token);
        return [boxIn(view, 'driven').hidden, boxIn(view, 'states').hidden, view.map === null];
      };
      assert.deepEqual(await hiddenNow(), [null, null, false]);
      const account = await root.json<object>('GET', `/api/users/${ana.id}`);
      await root.json('PUT', `/api/users/${ana.id}`, { ...account, disableReports: true });
      const from = Date.now();
      await eventually(async () => (await hiddenNow())[0] === 'forbidden');
      assert.ok(Date.now() - from <= 2000);
      assert.deepEqual((await hiddenNow()).slice(1), [null, false]);
      await root.json('PUT', `/api/users/${ana.id}`, account);
      await eventually(async () => (await hiddenNow())[0] === null);
    });

    test('[WALL-3] the login token ends with its wall', async () => {
      const { ana } = await ownerAt(kind);
      const { loginToken, text } = await wallOf(ana);
      const { id }: NewWall = JSON.parse(text);
      const answer = async (): Promise<number> => {
        const headers = { authorization: `Bearer ${loginToken}` };
        const reply = await fetch(`${both.urlOf(kind)}/api/devices`, { headers });
        await reply.text();
        return reply.status;
      };
      assert.equal(await answer(), 200);
      await ana.client.json('DELETE', `${PATH}/${id}`);
      await eventually(async () => (await answer()) === 401);
    });

    test('[WALL-6] what a screen knows is not sent again, and is counted for all screens at once', async () => {
      const { ana } = await ownerAt(kind);
      const { token } = await madeBy(ana);
      const views = await Promise.all([1, 2, 3].map(() => viewOf(kind, token)));
      assert.equal(new Set(views.map(({ countedAt }) => countedAt)).size, 1);
      const known = `?known=${views[0]?.countedAt}`;
      assert.equal((await ask(kind, token, known)).status, 204);
      assert.equal((await ask(kind, token, '?known=5')).status, 200);
      const tomorrow = `?known=${Date.now() + DAY_MS}`;
      assert.equal((await ask(kind, token, tomorrow)).status, 200, 'of a server whose clock was ahead');
    });

    test('[WALL-9] an answer is compressed for who takes it', async () => {
      const { ana } = await ownerAt(kind);
      const { token } = await madeBy(ana);
      const answered = async (accepted: string) => {
        const reply = await fetch(`${both.urlOf(kind)}/ext/wall`, {
          headers: { 'x-wall-token': token, 'accept-encoding': accepted },
        });
        const { countedAt }: WallView = JSON.parse(await reply.text());
        return [reply.headers.get('content-encoding'), reply.headers.get('vary'), countedAt > 0];
      };
      assert.deepEqual(await answered('gzip, br'), ['gzip', 'accept-encoding', true]);
      assert.deepEqual(await answered('identity'), [null, 'accept-encoding', true]);
    });

    test('[WALL-5] users have their own alone, in bounds, with lines in the audit log', async () => {
      const { root, ana } = await ownerAt(kind);
      const bia = await both.account(kind, root, 'bia');
      const wall = await madeBy(ana);
      await viewOf(kind, wall.token);
      const [listed] = await ana.client.json<Wall[]>('GET', PATH);
      assert.deepEqual(
        { ...wall, token: undefined, lastUsedTime: null },
        { ...listed, token: undefined, lastUsedTime: null },
      );
      assert.ok(Date.now() - Date.parse(listed?.lastUsedTime ?? '') < MINUTE_MS);
      assert.deepEqual(await bia.client.json('GET', PATH), []);
      assert.equal((await bia.client.call('DELETE', `${PATH}/${wall.id}`)).status, 404);
      const status = async (more: object): Promise<number> => (await wallOf(ana, more)).status;
      const at = (ms: number) => ({ expiration: new Date(Date.now() + ms).toISOString() });
      assert.equal(await status({ loginToken: await tokenOf(bia) }), 400, 'a token of somebody else');
      assert.equal(await status({ loginToken: 'none' }), 400);
      assert.equal(await status({ layoutIds: [99] }), 404);
      assert.equal(await status({ layoutIds: [], map: false }), 400);
      assert.equal(await status({ seconds: 5 }), 400);
      assert.deepEqual([await status(at(0)), await status(at(400 * DAY_MS))], [400, 400]);
      for (let count = 1; count < WALL_LIMITS.walls; count++) await madeBy(ana);
      assert.equal(await status({}), 409);
      await ana.client.json('DELETE', `${PATH}/${wall.id}`);
      const { lines } = await root.json<LogPage>('GET', '/ext/server/logs?objectType=wall');
      const did = lines
        .filter(({ userId, objectId }) => userId === ana.id && objectId === wall.id)
        .map(({ actionType }) => actionType);
      assert.deepEqual(did, ['remove', 'create']);
      const reports = await root.json<LogPage>('GET', '/ext/server/logs?objectType=report');
      assert.deepEqual(
        reports.lines.filter(({ userId }) => userId === ana.id),
        [],
        'figures are no actions',
      );
    });

    test('[WALL-5] guests have none', async () => {
      const { ana, van } = await ownerAt(kind);
      const share = { deviceIds: [van.id], expiration: new Date(Date.now() + HOUR_MS).toISOString() };
      const { token } = await ana.client.json<{ token: string }>('POST', '/api/shares', share);
      const reply = await fetch(both.urlOf(kind) + PATH, { headers: { authorization: `Bearer ${token}` } });
      await reply.text();
      assert.equal(reply.status, 403);
    });

    test('[WALL-2] without an overview of one’s own, the default of the product is shown', async () => {
      const { ana } = await ownerAt(kind);
      const view = await viewOf(kind, (await madeBy(ana, { layoutIds: [0], map: false })).token);
      assert.deepEqual([view.map, view.pages.length, view.pages[0]?.name], [null, 1, '']);
      const hidden = view.pages[0]?.widgets.map(({ hidden: why }) => why);
      assert.ok((hidden?.length ?? 0) >= 5 && hidden?.every((why) => why === null || why === 'failed'));
    });

    test('[WALL-7] walls are in the export without what opens them, and go with the account', async () => {
      const { root, ana } = await ownerAt(kind);
      const { loginToken, text } = await wallOf(ana);
      const { token }: NewWall = JSON.parse(text);
      assert.equal(await statusOf(kind, token), 200);
      const exported = (await root.call('GET', `/ext/users/${ana.id}/data`)).text;
      assert.match(exported, /"walls": \[[^]*"Hall"/);
      for (const secret of [token, loginToken, '"sealed"', '"hash"']) assert.ok(!exported.includes(secret));
      const { status } = await root.call('POST', `/ext/users/${ana.id}/erasure`, { name: 'ana' });
      assert.equal(status, 204);
      await eventually(async () => (await statusOf(kind, token)) === 404);
      await both.restart(kind, async (folder) => {
        const storage = await openExtensionStorage({ folder });
        assert.equal(await storage.document('walls', String(ana.id)), null);
        for (const each of ['wallToken', 'wallUse'])
          for await (const page of storage.documents({ kind: each, prefix: '', pageSize: 100 }))
            assert.ok(!page.some(({ key, body }) => `${key} ${JSON.stringify(body)}`.includes(`${ana.id}/`)));
        await storage.close();
      });
    });

    test('[WALL-1] the link opens nothing else; wrong ones are counted, and right ones go on', async () => {
      const { ana } = await ownerAt(kind);
      const { token } = await madeBy(ana);
      const unseen = await madeBy(ana);
      assert.equal(await statusOf(kind, token), 200);
      for (const path of ['/api/devices', '/api/positions', '/ext/layouts', '/ext/walls']) {
        const reply = await fetch(both.urlOf(kind) + path, {
          headers: { 'x-wall-token': token, authorization: `Bearer ${token}` },
        });
        await reply.text();
        assert.equal(reply.status, 401, path);
      }
      const bodies = new Set<string>();
      let last = 0;
      for (let at = 0; at < 400 && last !== 429; at++) {
        const reply = await ask(kind, at === 0 ? '' : `${'x'.repeat(31)}${at % 10}`);
        last = reply.status;
        if (last === 404) bodies.add(await reply.text());
        else await reply.text();
      }
      assert.deepEqual([last, bodies.size], [429, 1]);
      assert.equal(await statusOf(kind, token), 200, 'a screen at the same address');
      assert.equal(await statusOf(kind, unseen.token), 200, 'one that this process has not seen before');
    });
  });
