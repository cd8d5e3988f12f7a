import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { HOUR_MS, MINUTE_MS } from '@rastro/base';
import type { LogPage } from '@rastro/fleet';
import type {
  Checklist,
  ChecklistPage,
  Defect,
  InspectionDetail,
  MissedInspectionPage,
} from '@rastro/fleet/inspections';
import { KINDS, startBothKinds, type BothKinds, type Kind } from '../../test/both-kinds.ts';
import {
  ago,
  answers,
  checkIn,
  defectsOf,
  filledIn,
  given,
  inspect,
  pageOf,
  send,
  sent,
  step,
  stepBody,
  theDefect,
} from '../../test/inspection-calls.ts';
import { CHECKLIST, inspectionCompany } from '../../test/inspection-company.ts';
import type { UserClient } from '../../test/user-client.ts';

let both: BothKinds;
before(async () => {
  both = await startBothKinds();
});
after(() => both.close());

/** 1 × 1 pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const company = (kind: Kind) => inspectionCompany(both, kind);

for (const kind of KINDS)
  describe(`${kind} server`, () => {
    test('[CHECKUP-1] checklists, inspections and defects are of a company; its people see those of their vehicles', async () => {
      const { acme, other, clerk, van1, van2, checklist } = await company(kind);
      const mine = await inspect(clerk.client, filledIn(checklist, van1));
      const hidden = await inspect(acme.client, filledIn(checklist, van2, { answers: answers(false, 1) }));
      assert.deepEqual(
        [mine.userName, mine.by, mine.result, mine.ownerId],
        ['clerk', 'operator', 'clean', acme.id],
      );
      const ids = async (client: UserClient) => (await pageOf(client)).inspections.map(({ id }) => id);
      assert.deepEqual(
        (await ids(acme.client)).toSorted((a, b) => a - b),
        [mine.id, hidden.id],
      );
      assert.deepEqual(await ids(clerk.client), [mine.id]);
      assert.deepEqual([await ids(other.client), await defectsOf(other.client)], [[], []]);
      assert.deepEqual(await defectsOf(clerk.client), []);
      const [defect] = await defectsOf(acme.client);
      for (const [client, path] of [
        [other.client, `/ext/inspections/${mine.id}`],
        [clerk.client, `/ext/inspections/${hidden.id}`],
      ] as const)
        assert.equal((await client.call('GET', path)).status, 404, path);
      const foreign = await other.client.call(
        'POST',
        `/ext/defects/${defect?.id}/steps`,
        stepBody(defect ?? assert.fail(), 'begin'),
      );
      assert.equal(foreign.status, 404);
      for (const [client, body] of [
        [other.client, filledIn(checklist, van1)],
        [clerk.client, filledIn(checklist, van2)],
      ] as const)
        assert.equal((await client.call('POST', '/ext/inspections', body)).status, 404);
      const lists = await other.client.json<ChecklistPage>('GET', '/ext/checklists');
      assert.deepEqual(lists.checklists, []);
      assert.equal((await other.client.call('DELETE', `/ext/checklists/${checklist.id}`)).status, 404);
    });

    test('[CHECKUP-2] what was filled in is judged by the revision that the phone had, and stays as it was asked', async () => {
      const { acme, van1, checklist } = await company(kind);
      const items = [{ id: 2, text: 'Depth of tread', kind: 'number', severity: 'unsafe', min: 3 }];
      const change = { ...CHECKLIST, items, version: checklist.version };
      const next = await acme.client.json<Checklist>('PUT', `/ext/checklists/${checklist.id}`, change);
      assert.deepEqual([next.revision, next.version], [2, 2]);
      const again = await acme.client.call('PUT', `/ext/checklists/${checklist.id}`, change);
      assert.deepEqual([again.status, again.text.startsWith('Checklist changed')], [409, true]);
      const old = await inspect(acme.client, filledIn(checklist, van1, { answers: answers(true, 2) }));
      assert.deepEqual([old.revision, old.result], [1, 'clean']);
      await acme.client.call('DELETE', `/ext/checklists/${checklist.id}`);
      const late = await inspect(acme.client, filledIn(next, van1, { answers: [{ itemId: 2, value: 2 }] }));
      assert.deepEqual([late.result, late.answers[0]?.item.text], ['unsafe', 'Depth of tread']);
    });

    test('[CHECKUP-3] an inspection counts once, with its defects; a known defect is not found again', async () => {
      const { acme, van1, checklist } = await company(kind);
      const body = filledIn(checklist, van1, { answers: answers(false, 1) });
      const first = await inspect(acme.client, body);
      assert.deepEqual(await inspect(acme.client, body), first);
      assert.deepEqual(
        first.answers.map(({ defect }) => defect),
        ['unsafe', 'major', null],
      );
      const second = await inspect(acme.client, filledIn(checklist, van1, { answers: answers(false, 5) }));
      const defects = await defectsOf(acme.client, '?sort=time');
      assert.equal(defects.length, 2);
      assert.equal(second.answers[0]?.defectId, first.answers[0]?.defectId);
      const { counts } = await pageOf(acme.client);
      assert.deepEqual(
        counts.filter(({ count }) => count > 0),
        [{ result: 'unsafe', count: 2 }],
      );
    });

    test('[CHECKUP-4] what cannot be is refused with its field, and nothing is stored', async () => {
      const { acme, van1, checklist } = await company(kind);
      for (const [more, word] of [
        [{ answers: [{ itemId: 1, isOk: true }] }, 'item 2 is missing'],
        [{ answers: [...answers(true, 5), { itemId: 9 }] }, 'item 9 is unknown'],
        [{ startedAt: ago(0), finishedAt: ago(HOUR_MS) }, 'finishedAt'],
        [{ finishedAt: ago(-HOUR_MS) }, 'finishedAt'],
        [{ phase: 'never' }, 'phase'],
        [{ key: 'x' }, 'key'],
      ] as const) {
        const { status, text } = await acme.client.call(
          'POST',
          '/ext/inspections',
          filledIn(checklist, van1, more),
        );
        assert.equal(status, 400, text);
        assert.ok(text.includes(word), text);
      }
      for (const more of [
        { items: [] },
        { phases: [] },
        { name: '' },
        { items: [CHECKLIST.items[0], CHECKLIST.items[0]] },
        { items: [{ id: 1, text: 'x', kind: 'number', min: 3, max: 2 }] },
      ]) {
        const { status } = await acme.client.call('POST', '/ext/checklists', { ...CHECKLIST, ...more });
        assert.equal(status, 400, JSON.stringify(more));
      }
      assert.deepEqual((await pageOf(acme.client)).inspections, []);
    });

    test('[CHECKUP-5] an unsafe answer keeps everybody from checking in until a mechanic has signed', async () => {
      const { acme, van1, checklist, davi, rosa } = await company(kind);
      assert.equal((await checkIn(davi.client, van1.id, { at: ago(HOUR_MS) })).status, 200);
      const before = await given(davi.client);
      assert.deepEqual(
        [before.deviceId, before.checklists.map(({ id }) => id), before.done],
        [van1.id, [checklist.id], []],
      );
      const body = filledIn(checklist, van1, {
        startedAt: ago(31 * MINUTE_MS),
        finishedAt: ago(30 * MINUTE_MS),
        answers: answers(false, 5),
      });
      const { result, isBlocked, id } = await sent(davi.client, body);
      assert.deepEqual([result, isBlocked], ['unsafe', true]);
      assert.equal((await sent(davi.client, body)).id, id, 'sent again it is the same');
      assert.equal((await given(davi.client)).done.length, 1);
      const refused = await checkIn(rosa.client, van1.id);
      assert.deepEqual([refused.status, refused.text.startsWith('Vehicle unsafe')], [409, true]);
      const waited = await checkIn(rosa.client, van1.id, { at: ago(40 * MINUTE_MS) });
      assert.equal(waited.status, 200, 'it was done before somebody found the defect');
      const defect = await theDefect(acme.client);
      assert.deepEqual([defect.foundBy, defect.note, defect.isBlocking], ['Davi', 'pedal goes down', true]);
      for (const [kind_, more] of [
        ['repair', {}],
        ['defer', { until: '2099-01-01' }],
      ] as const) {
        const { status } = await acme.client.call(
          'POST',
          `/ext/defects/${defect.id}/steps`,
          stepBody(defect, kind_, more),
        );
        assert.ok(status === 400 || status === 409, kind_);
      }
      const inWork = await step(acme.client, defect, 'begin');
      assert.equal((await checkIn(davi.client, van1.id)).status, 409);
      const repaired = await step(acme.client, inWork, 'repair', { signature: 'Bo Mechanic' });
      assert.deepEqual([repaired.state, repaired.steps[1]?.signature], ['repaired', 'Bo Mechanic']);
      assert.equal((await checkIn(davi.client, van1.id)).status, 200);
    });

    test('[CHECKUP-6] a defect is over when the next driver has confirmed it, and open again when they find it', async () => {
      const { acme, van1, checklist, rosa } = await company(kind);
      await inspect(acme.client, filledIn(checklist, van1, { answers: answers(false, 5) }));
      const repair = async () =>
        step(acme.client, await theDefect(acme.client), 'repair', { signature: 'Bo' });
      const { id } = await repair();
      await checkIn(rosa.client, van1.id);
      assert.deepEqual(
        (await given(rosa.client)).defects.map((each) => [each.id, each.state]),
        [[id, 'repaired']],
      );
      await sent(rosa.client, filledIn(checklist, van1, { answers: answers(false, 5) }));
      const again = await theDefect(acme.client);
      assert.deepEqual([again.id, again.state, again.steps.at(-1)?.userName], [id, 'open', 'Rosa']);
      await repair();
      const confirmations = [{ defectId: id, isConfirmed: true, note: '' }];
      const { isBlocked } = await sent(rosa.client, filledIn(checklist, van1, { confirmations }));
      assert.equal(isBlocked, false);
      assert.equal((await theDefect(acme.client)).state, 'confirmed');
      assert.deepEqual((await given(rosa.client)).defects, []);
    });

    test('[CHECKUP-7] a driver inspects the vehicle that they are checked in to, or just were, and no other', async () => {
      const { van1, van2, checklist, davi, rosa, acme } = await company(kind);
      assert.equal((await given(davi.client)).deviceId, 0);
      assert.equal((await acme.client.call('GET', '/ext/qr-driver/inspections')).status, 403);
      await checkIn(davi.client, van1.id);
      const other = await send(davi.client, filledIn(checklist, van2));
      assert.deepEqual([other.status, other.text.startsWith('Not their vehicle')], [409, true]);
      assert.equal((await send(rosa.client, filledIn(checklist, van1))).status, 409);
      await davi.client.json('POST', '/ext/qr-driver', { id: 0 });
      assert.equal((await given(davi.client)).deviceId, van1.id);
      assert.deepEqual((await given(davi.client)).checklists, [], 'it is for before the shift alone');
      assert.equal((await send(davi.client, filledIn(checklist, van1))).status, 201);
    });

    test('[CHECKUP-8] pictures come after their inspection, once, by whoever filled it in', async () => {
      const { acme, clerk, van1, checklist, davi, rosa } = await company(kind);
      await checkIn(davi.client, van1.id);
      const picture = randomUUID();
      const body = filledIn(checklist, van1, { answers: answers(true, 5, [picture]) });
      const { id } = await sent(davi.client, body);
      const path = `/ext/qr-driver/inspections/${body.key}/pictures/`;
      const put = (client: UserClient, to: string, bytes = PIXEL) =>
        client.bytes('POST', to, new Uint8Array(bytes)).then(({ status }) => status);
      assert.equal(await put(rosa.client, path + picture), 404);
      assert.equal(await put(davi.client, path + randomUUID()), 404);
      assert.equal(await put(davi.client, path + picture), 204);
      assert.equal(await put(davi.client, path + picture), 204);
      const url = `/ext/inspections/${id}/pictures/${picture}`;
      const shown = await clerk.client.bytes('GET', url);
      assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/webp']);
      const other = randomUUID();
      const own = await inspect(
        clerk.client,
        filledIn(checklist, van1, { answers: answers(true, 5, [other]) }),
      );
      assert.equal(await put(acme.client, `/ext/inspections/${own.id}/pictures/${other}`), 404);
      assert.equal(
        await put(clerk.client, `/ext/inspections/${own.id}/pictures/${other}`, Buffer.from('no')),
        400,
      );
      const detail = await acme.client.json<InspectionDetail>('GET', `/ext/inspections/${own.id}`);
      assert.equal(detail.answers[2]?.pictures[0]?.state, 'unreadable');
      await acme.client.call('DELETE', `/ext/inspections/${id}`);
      assert.equal((await clerk.client.bytes('GET', url)).status, 404);
    });

    test('[CHECKUP-9] shifts without the inspections of their vehicles are listed', async () => {
      const { acme, clerk, other, van1, van2, checklist, davi, rosa } = await company(kind);
      for (const [driver, van] of [
        [davi, van1],
        [rosa, van2],
      ] as const)
        assert.equal((await checkIn(driver.client, van.id, { at: ago(HOUR_MS) })).status, 200);
      const missed = async (client: UserClient) =>
        (
          await client.json<MissedInspectionPage>('GET', '/ext/missed-inspections?descending=true')
        ).missed.map((each) => [each.deviceId, each.driverName, each.phase]);
      assert.deepEqual(await missed(acme.client), [
        [van2.id, 'Rosa', 'before'],
        [van1.id, 'Davi', 'before'],
      ]);
      await sent(rosa.client, filledIn(checklist, van2));
      assert.deepEqual(await missed(acme.client), [[van1.id, 'Davi', 'before']]);
      assert.deepEqual(
        [await missed(clerk.client), await missed(other.client)],
        [[[van1.id, 'Davi', 'before']], []],
      );
      const long = `/ext/missed-inspections?from=2025-01-01T00:00:00Z`;
      assert.equal((await acme.client.call('GET', long)).status, 400);
    });

    test('[CHECKUP-10] lists come in pages, by time or vehicle, narrowed by result, state and words', async () => {
      const { acme, van1, van2, checklist } = await company(kind);
      for (const [van, isOk] of [
        [van1, true],
        [van2, false],
        [van1, true],
      ] as const)
        await inspect(acme.client, filledIn(checklist, van, { answers: answers(isOk, 5) }));
      const names: string[] = [];
      let next: string | null = '';
      while (next !== null) {
        const after: string = next === '' ? '' : `&after=${encodeURIComponent(next)}`;
        const page = await pageOf(acme.client, `?sort=vehicle&limit=2${after}`);
        names.push(...page.inspections.map(({ deviceName }) => deviceName));
        next = page.next;
      }
      assert.deepEqual(names, ['Van 1', 'Van 1', 'Van 2']);
      assert.equal((await pageOf(acme.client, '?result=unsafe')).inspections.length, 1);
      assert.equal((await pageOf(acme.client, `?deviceId=${van1.id}`)).inspections.length, 2);
      assert.equal((await pageOf(acme.client, '?text=van+2+daily')).inspections.length, 1);
      assert.equal((await defectsOf(acme.client, '?state=open&text=BRAKES')).length, 1);
      assert.equal((await defectsOf(acme.client, '?state=repaired')).length, 0);
      assert.equal((await acme.client.call('GET', '/ext/inspections?after=x')).status, 400);
    });

    test('[CHECKUP-11] a forgotten driver or user leaves what they found, without their name', async () => {
      const { acme, clerk, van1, checklist, davi } = await company(kind);
      await checkIn(davi.client, van1.id);
      await sent(davi.client, filledIn(checklist, van1, { answers: answers(false, 5) }));
      await inspect(clerk.client, filledIn(checklist, van1));
      await acme.client.json('POST', '/api/permissions', { userId: clerk.id, driverId: davi.id });
      for (const [path, name] of [
        [`/ext/drivers/${davi.id}/erasure`, 'Davi'],
        [`/ext/users/${clerk.id}/erasure`, 'clerk'],
      ] as const) {
        const { status, text } = await acme.client.call('POST', path, { name });
        assert.ok(status < 300, text);
      }
      const { inspections } = await pageOf(acme.client);
      assert.deepEqual(
        new Set(inspections.map(({ userName }) => userName)),
        new Set([`#${davi.id}`, `#${clerk.id}`]),
      );
      assert.equal((await theDefect(acme.client)).foundBy, `#${davi.id}`);
      assert.deepEqual((await pageOf(acme.client, '?text=davi')).inspections, []);
    });

    test('[CHECKUP-12] what is made, filled in, signed and removed stands in the audit log', async () => {
      const { acme, van1, checklist } = await company(kind);
      const root = await both.root(kind);
      const body = filledIn(checklist, van1, { answers: answers(false, 5) });
      for (let times = 0; times < 2; times++) await inspect(acme.client, body);
      await step(acme.client, await theDefect(acme.client), 'begin');
      const { lines } = await root.json<LogPage>('GET', `/ext/users/${acme.id}/logs?oldest=true&limit=500`);
      const own = ['checklist', 'inspection', 'defect'];
      assert.deepEqual(
        lines
          .filter(({ objectType }) => own.includes(objectType))
          .map(({ actionType, objectType }) => `${actionType} ${objectType}`),
        ['create checklist', 'create inspection', 'edit defect'],
      );
    });

    test('[CHECKUP-14] a release lets drivers check in until its end, says why, and is over with it', async () => {
      const { acme, clerk, other, van1, checklist, davi } = await company(kind);
      await inspect(acme.client, filledIn(checklist, van1, { answers: answers(false, 5) }));
      const defect = await theDefect(acme.client);
      const steps = `/ext/defects/${defect.id}/steps`;
      const release = (until: string | null, note = 'to the garage') =>
        stepBody(defect, 'release', { releasedUntil: until, note });
      for (const body of [
        release(null),
        release(ago(MINUTE_MS)),
        release(ago(-25 * HOUR_MS)),
        release(ago(-HOUR_MS), ' '),
      ]) {
        const { status, text } = await acme.client.call('POST', steps, body);
        assert.equal(status, 400, text);
      }
      assert.equal((await other.client.call('POST', steps, release(ago(-HOUR_MS)))).status, 404);
      assert.equal((await checkIn(davi.client, van1.id)).status, 409);
      const timeOf = (each: Pick<Defect, 'release'> | undefined) => Date.parse(each?.release?.until ?? '');
      const end = ago(-5000);
      const released = await clerk.client.json<Defect>('POST', steps, release(end));
      assert.deepEqual(
        [released.state, timeOf(released), released.steps.at(-1)?.userName],
        ['open', Date.parse(end), 'clerk'],
      );
      assert.equal((await checkIn(davi.client, van1.id)).status, 200);
      const [shown] = (await given(davi.client)).defects;
      assert.deepEqual([shown?.release?.reason, timeOf(shown)], ['to the garage', Date.parse(end)]);
      await checkIn(davi.client, 0);
      await setTimeout(Math.max(Date.parse(end) - Date.now(), 0) + 1);
      assert.equal((await checkIn(davi.client, van1.id)).status, 409, 'the block is back');
      assert.equal((await theDefect(acme.client)).state, 'open');
      const root = await both.root(kind);
      const { lines } = await root.json<LogPage>('GET', `/ext/users/${clerk.id}/logs?limit=500`);
      const [line] = lines.filter(({ objectType }) => objectType === 'defect');
      assert.deepEqual([line?.actionType, line?.attributes['step']], ['edit', 'release']);
    });
  });
