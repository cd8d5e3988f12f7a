import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { HOUR_MS } from '@rastro/base';
import { repairsOf, type Checklist, type Defect, type MissedInspectionPage } from '@rastro/fleet/inspections';
import { makePng, readPdf } from '@rastro/outgoing/testing';
import { KINDS, startBothKinds, type BothKinds } from '../../test/both-kinds.ts';
import {
  ago,
  answers,
  checkIn,
  defectsOf,
  filledIn,
  inspect,
  step,
  stepBody,
  theDefect,
} from '../../test/inspection-calls.ts';
import { inspectionCompany } from '../../test/inspection-company.ts';
import type { UserClient } from '../../test/user-client.ts';

let both: BothKinds;
before(async () => {
  both = await startBothKinds();
});
after(() => both.close());

const ITEMS = [
  { id: 1, text: 'Brakes work', kind: 'yesNo', severity: 'unsafe' },
  { id: 2, text: 'Tread', kind: 'number', severity: 'major', min: 1.6, max: 20, unit: 'mm' },
  { id: 3, text: 'Dashboard', kind: 'photo' },
  { id: 4, text: 'Driver signs', kind: 'signature' },
  { id: 5, text: 'Remarks', kind: 'text', isRequired: false },
];
const put = (client: UserClient, path: string, bytes: Uint8Array): Promise<number> =>
  client.bytes('POST', path, new Uint8Array(bytes)).then(({ status }) => status);
const bytesOf = async (answer: Response): Promise<Uint8Array> => new Uint8Array(await answer.arrayBuffer());
const images = (bytes: Uint8Array): number =>
  Buffer.from(bytes).toString('latin1').split('/Subtype /Image').length - 1;

for (const kind of KINDS)
  describe(`${kind} server`, () => {
    test('[CHECKUP-15] an inspection is a PDF with answers, limits, pictures and signatures, for whoever may see it', async () => {
      const { acme, clerk, other, van1, van2 } = await inspectionCompany(both, kind);
      const checklist = await acme.client.json<Checklist>('POST', '/ext/checklists', {
        name: 'Weekly',
        phases: ['before'],
        items: ITEMS,
      });
      const [photo, signature, late] = [randomUUID(), randomUUID(), randomUUID()];
      const body = filledIn(checklist, van1, {
        startedAt: '2026-03-02T02:58:00Z',
        finishedAt: '2026-03-02T03:00:00Z',
        odometerKm: 1234,
        note: 'in the rain',
        answers: [
          { itemId: 1, isOk: false, note: 'pedal goes down' },
          { itemId: 2, value: 1.2 },
          { itemId: 3, pictures: [photo, late] },
          { itemId: 4, pictures: [signature] },
        ],
      });
      const { id } = await inspect(acme.client, body);
      for (const each of [photo, signature])
        assert.equal(
          await put(acme.client, `/ext/inspections/${id}/pictures/${each}`, makePng(900, 600)),
          204,
        );
      const defect = await theDefect(acme.client);
      await step(acme.client, defect, 'repair', { signature: 'Bo Mechanic' });
      const path = `/ext/inspections/${id}/pdf?zone=America/Sao_Paulo`;
      const answer = await clerk.client.bytes('GET', path);
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/pdf']);
      const bytes = await bytesOf(answer);
      assert.equal(Buffer.from(bytes.subarray(0, 5)).toString(), '%PDF-');
      assert.equal(images(bytes), 2);
      const text = readPdf(bytes).texts.join('\n');
      for (const part of [
        'Inspeção – Van 1',
        'Weekly · Antes do turno',
        'acme · escritório',
        '02/03/2026, 00:00',
        '1.234 km',
        'in the rain',
        'Inseguro',
        'pedal goes down',
        '1,2 mm',
        'Limites: 1,6 a 20 mm',
        'Foto 1',
        'Foto 2: ainda não chegou',
        'Sem resposta',
        'assinado por Bo Mechanic',
        'Página 1',
      ])
        assert.ok(text.includes(part), `${part} is missing in ${text}`);
      await acme.client.json('PUT', `/api/users/${acme.id}`, {
        ...(await acme.client.json<object>('GET', `/api/users/${acme.id}`)),
        attributes: { 'rastro.lang': 'es', distanceUnit: 'mi' },
      });
      const own = await acme.client.bytes('GET', `/ext/inspections/${id}/pdf`);
      const spanish = readPdf(await bytesOf(own)).texts.join('\n');
      for (const part of ['Inspección – Van 1', 'firmado por Bo Mechanic', '767 mi'])
        assert.ok(spanish.includes(part), `${part} is missing in ${spanish}`);
      assert.equal((await acme.client.call('GET', `/ext/inspections/${id}/pdf?zone=Mars`)).status, 400);
      const hidden = await inspect(acme.client, { ...body, key: randomUUID(), deviceId: van2.id });
      for (const [client, of] of [
        [other.client, id],
        [clerk.client, hidden.id],
        [acme.client, 999_999],
      ] as const)
        assert.equal((await client.call('GET', `/ext/inspections/${of}/pdf`)).status, 404);
    });

    test('[CHECKUP-16] a repair is signed with its cost and odometer, which its readers see; no other step has any', async () => {
      const { acme, clerk, other, van1, van2, checklist } = await inspectionCompany(both, kind);
      const found = await inspect(acme.client, filledIn(checklist, van1, { answers: answers(false, 5) }));
      const defect = await theDefect(acme.client);
      const read = (client: UserClient, id: number) => client.call('GET', `/ext/defects/${id}`);
      for (const [kind_, more] of [
        ['begin', { cost: 100 }],
        ['begin', { odometerKm: 5 }],
        ['repair', { signature: 'Bo', cost: -1 }],
        ['repair', { signature: 'Bo', cost: 1.5 }],
        ['repair', { signature: 'Bo', odometerKm: 1e9 }],
      ] as const) {
        const steps = `/ext/defects/${defect.id}/steps`;
        assert.equal((await acme.client.call('POST', steps, stepBody(defect, kind_, more))).status, 400);
      }
      const repair = { signature: 'Bo', cost: 12_345, odometerKm: 54_321.5, note: 'new pads' };
      const body = stepBody(defect, 'repair', repair);
      for (let times = 0; times < 2; times++)
        await acme.client.json('POST', `/ext/defects/${defect.id}/steps`, body);
      const seen: Defect = JSON.parse((await read(clerk.client, defect.id)).text);
      assert.deepEqual(
        [
          seen.state,
          seen.inspectionId,
          repairsOf([seen]).map(({ cost, odometerKm, note }) => [cost, odometerKm, note]),
        ],
        ['repaired', found.id, [[12_345, 54_321.5, 'new pads']]],
      );
      await inspect(acme.client, filledIn(checklist, van2, { answers: answers(false, 5) }));
      const [hidden] = (await defectsOf(acme.client)).filter(({ deviceId }) => deviceId === van2.id);
      for (const [client, id] of [
        [other.client, defect.id],
        [clerk.client, hidden?.id ?? 0],
        [acme.client, 999_999],
      ] as const)
        assert.equal((await read(client, id)).status, 404);
    });

    test('[CHECKUP-17] missed inspections come in pages, by time or vehicle, narrowed by words', async () => {
      const { acme, van1, van2, davi, rosa } = await inspectionCompany(both, kind);
      // Three shifts of each driver, each of an hour.
      for (const hours of [9, 7, 5])
        for (const [driver, van] of [
          [davi, van1],
          [rosa, van2],
        ] as const) {
          const begin = await checkIn(driver.client, van.id, { at: ago(hours * HOUR_MS) });
          const end = await checkIn(driver.client, 0, { at: ago((hours - 1) * HOUR_MS) });
          assert.deepEqual([begin.status, end.status], [200, 200]);
        }
      const all = async (query: string): Promise<readonly string[]> => {
        const found: string[] = [];
        let after: string | null = '';
        for (let pages = 0; after !== null; pages++) {
          assert.ok(pages < 8);
          const more: string = after === '' ? '' : `&after=${encodeURIComponent(after)}`;
          const path = `/ext/missed-inspections?limit=2${query}${more}`;
          const page: MissedInspectionPage = await acme.client.json('GET', path);
          assert.ok(page.missed.length <= 2);
          found.push(
            ...page.missed.map(
              ({ deviceId, since }) =>
                `${deviceId === van1.id ? 1 : 2} ${Math.round((Date.now() - Date.parse(since)) / HOUR_MS)}`,
            ),
          );
          after = page.next;
        }
        return found;
      };
      assert.deepEqual(await all('&descending=true'), ['2 5', '1 5', '2 7', '1 7', '2 9', '1 9']);
      assert.deepEqual(await all(''), ['1 9', '2 9', '1 7', '2 7', '1 5', '2 5']);
      assert.deepEqual(await all('&sort=vehicle'), ['1 9', '1 7', '1 5', '2 9', '2 7', '2 5']);
      assert.deepEqual(await all('&sort=vehicle&descending=true'), [
        '2 5',
        '2 7',
        '2 9',
        '1 5',
        '1 7',
        '1 9',
      ]);
      assert.deepEqual(await all('&text=ROSA+van'), ['2 9', '2 7', '2 5']);
      assert.deepEqual(await all(`&deviceId=${van1.id}`), ['1 9', '1 7', '1 5']);
      assert.equal((await acme.client.call('GET', '/ext/missed-inspections?after=x')).status, 400);
    });
  });
