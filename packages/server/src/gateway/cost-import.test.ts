import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Device, Driver, LogPage } from '@rastro/fleet';
import {
  MAX_CARD_CELLS,
  MAX_CARD_ROWS,
  type CardMapping,
  type CostImport,
  type CostLine,
  type CostPage,
} from '@rastro/fleet/costs';
import { KINDS, startBothKinds, type BothKinds, type Kind, type TestAccount } from '../../test/both-kinds.ts';
import type { UserClient } from '../../test/user-client.ts';

let both: BothKinds;
before(async () => {
  both = await startBothKinds();
});
after(() => both.close());

let made = 0;
async function company(kind: Kind) {
  const root = await both.root(kind);
  const acme = await both.account(kind, root, 'acme', { userLimit: -1 });
  const clerk = await both.account(kind, acme.client, 'clerk');
  const other = await both.account(kind, root, 'other');
  const van = async (name: string, plate: string): Promise<Device> =>
    acme.client.json<Device>('POST', '/api/devices', {
      name,
      uniqueId: `card-${kind}-${(made += 1)}`,
      attributes: { plate },
    });
  const [van1, van2] = [await van('Van 1', 'ABC-1234'), await van('Van 2', 'XYZ1D23')];
  await acme.client.json('POST', '/api/permissions', { userId: clerk.id, deviceId: van1.id });
  return { root, acme, clerk, other, van1, van2 };
}
const MAPPING: CardMapping = {
  provider: 'Cartão A',
  heads: 'Nr|Placa',
  columns: { transaction: 0, plate: 1, date: 2, product: 3, quantity: 4, value: 5, driver: 6, station: 7 },
  preamble: 1,
  widths: [],
  rowMark: '',
  decimal: ',',
  date: 'dmy',
  products: [{ word: 'arla', kind: 'other' }],
};
const cellsOf = (...lines: readonly string[]) =>
  ['Nr;Placa;Data;Produto;Litros;Valor;Motorista;Posto', ...lines].map((line, at) => ({
    row: at + 1,
    cells: line.split(';'),
  }));
const fileOf = (...lines: readonly string[]) => ({
  rows: cellsOf(...lines),
  mapping: MAPPING,
  zone: 'America/Sao_Paulo',
});
const send = (client: UserClient, file: object, dryRun = false) =>
  client.json<CostImport>('POST', '/ext/costs/import', { ...file, dryRun });
const linesOf = async (client: UserClient): Promise<readonly CostLine[]> =>
  (await client.json<CostPage>('GET', '/ext/costs')).lines;
const GOOD = [
  '901;abc1c34;05/11/2026 08:31;DIESEL S10;45,678;279,96;Davi Reis;Posto São João',
  '902;XYZ-1D23;06/11/2026;ARLA 32;10;50,00;Nobody;Posto Sol',
  '903;XYZ1D23;07/11/2026 23:59;DIESEL S10;0;-12,50;;Posto Sol',
] as const;

for (const kind of KINDS)
  describe(`${kind} server`, () => {
    test('[LEDGER-10] a card file is written whole or not at all, once, and names row and column of each mistake', async () => {
      const { root, acme, van1, van2 } = await company(kind);
      const uniqueId = `card-driver-${kind}-${(made += 1)}`;
      await acme.client.json<Driver>('POST', '/api/drivers', { name: 'Davi Reis', uniqueId });
      const broken = await send(
        acme.client,
        fileOf(
          ...GOOD,
          '901;ABC-1234;05/11/2026;DIESEL;1;6,00;;',
          '905;NOPE-1;05/11/2026;DIESEL;1;6,00;;',
          '906;ABC-1234;31/02/2026;DIESEL;;6,00;;',
          `907;ABC-1234;05/11/2026;DIESEL;;6,00;;${'x'.repeat(121)}`,
          '908;;05/11/2026;DIESEL;;abc;;',
        ),
      );
      assert.deepEqual([broken.created, broken.cents], [0, 0]);
      assert.deepEqual(
        broken.problems.map(({ row, column, problem }) => [row, column, problem]),
        [
          [5, 'transaction', 'twice'],
          [6, 'plate', 'unknown'],
          [7, 'date', 'wrong'],
          [8, 'station', 'wrong'],
          [9, 'plate', 'missing'],
          [9, 'value', 'wrong'],
        ],
      );
      assert.deepEqual(await linesOf(acme.client), []);
      const would = await send(acme.client, fileOf(...GOOD), true);
      assert.deepEqual([would.isDryRun, would.created, would.known, would.cents], [true, 3, 0, 31_746]);
      assert.deepEqual(await linesOf(acme.client), []);
      const both2 = await Promise.all([1, 2].map(() => send(acme.client, fileOf(...GOOD))));
      assert.deepEqual(
        both2.map(({ created }) => created).toSorted((a, b) => a - b),
        [0, 3],
        'two clicks write it once',
      );
      const lines = await linesOf(acme.client);
      assert.deepEqual(
        lines.map(({ deviceId, kind: sort, cents, at, quantity, driverUniqueId, note, source }) => [
          deviceId,
          sort,
          cents,
          at,
          quantity,
          driverUniqueId,
          note,
          source,
        ]),
        [
          [
            van1.id,
            'fuel',
            27_996,
            '2026-11-05T11:31:00.000+00:00',
            45.678,
            uniqueId,
            'DIESEL S10',
            'import',
          ],
          [van2.id, 'other', 5000, null, 10, '', 'ARLA 32 · Nobody', 'import'],
          [van2.id, 'fuel', -1250, '2026-11-08T02:59:00.000+00:00', 0, '', 'DIESEL S10', 'import'],
        ],
      );
      const again = await send(acme.client, fileOf(...GOOD, '904;ABC1234;09/11/2026;DIESEL;1;6,00;;'));
      assert.deepEqual([again.created, again.known, again.cents], [1, 3, 600]);
      const log = await root.json<LogPage>('GET', `/ext/users/${acme.id}/logs?objectType=costs`);
      assert.deepEqual(
        log.lines.map(({ attributes }) => attributes),
        [{ count: 1 }, { count: 3 }],
      );
      const [first] = lines;
      await acme.client.call('DELETE', `/ext/costs/${first?.id}`);
      assert.equal((await send(acme.client, fileOf(...GOOD))).created, 1, 'what was removed comes back');
    });

    test('[LEDGER-10] nobody imports for a vehicle of another, into a closed month, or for two vehicles with one plate', async () => {
      const { acme, clerk, other } = await company(kind);
      const [, second] = GOOD;
      assert.deepEqual((await send(clerk.client, fileOf(second))).problems, [
        { row: 2, column: 'plate', problem: 'unknown' },
      ]);
      assert.equal((await send(other.client, fileOf(...GOOD))).problems.length, 3);
      const twin = {
        name: 'Twin',
        uniqueId: `card-${kind}-${(made += 1)}`,
        attributes: { plate: 'XYZ1D23' },
      };
      const { id } = await acme.client.json<Device>('POST', '/api/devices', twin);
      assert.equal((await send(acme.client, fileOf(second))).problems[0]?.problem, 'several');
      await acme.client.call('DELETE', `/api/devices/${id}`);
      await acme.client.call('POST', '/ext/costs/months', { month: '2025-11', isClosed: true });
      const past = '77;ABC1234;05/11/2025;DIESEL;;6,00;;';
      assert.deepEqual((await send(acme.client, fileOf(past, second))).problems, [
        { row: 2, column: 'date', problem: 'closed' },
      ]);
      assert.deepEqual(await linesOf(acme.client), []);
      for (const wrong of [
        { rows: [] },
        { zone: 'Mars/Base' },
        { mapping: { ...MAPPING, columns: { plate: 1, date: 2 } } },
        { mapping: { ...MAPPING, columns: { ...MAPPING.columns, gold: 3 } } },
        { mapping: { ...MAPPING, columns: { ...MAPPING.columns, plate: MAX_CARD_CELLS } } },
        { mapping: { ...MAPPING, provider: ' ' } },
      ]) {
        const body = { ...fileOf(...GOOD), ...wrong };
        assert.equal((await acme.client.call('POST', '/ext/costs/import', body)).status, 400);
      }
    });

    test('[LEDGER-11] the mapping of an import is there for the next file of its provider, for its company alone', async () => {
      const { acme, clerk, other } = await company(kind);
      const saved = (client: UserClient) => client.json<readonly CardMapping[]>('GET', '/ext/costs/mappings');
      await send(acme.client, fileOf(...GOOD), true);
      assert.deepEqual(await saved(acme.client), []);
      await send(acme.client, fileOf(...GOOD));
      const next = { ...MAPPING, provider: 'Card B', decimal: '.' };
      await send(clerk.client, { ...fileOf('1;ABC1234;05/11/2026;D;;6.00;;'), mapping: next });
      assert.deepEqual(await saved(acme.client), [next, MAPPING]);
      const better = { ...MAPPING, provider: 'cartao a', preamble: 0 };
      await send(acme.client, { ...fileOf(...GOOD), rows: cellsOf(...GOOD).slice(1), mapping: better });
      assert.deepEqual(await saved(clerk.client), [better, next]);
      assert.deepEqual(await saved(other.client), []);
      const remove = async ({ client }: TestAccount, provider: string): Promise<number> =>
        (await client.call('DELETE', `/ext/costs/mappings?provider=${encodeURIComponent(provider)}`)).status;
      assert.equal(await remove(other, 'Card B'), 404);
      assert.equal(await remove(clerk, 'CARD B'), 204);
      assert.equal(await remove(acme, 'Card B'), 404);
      assert.deepEqual(await saved(acme.client), [better]);
    });

    test('[LEDGER-10] a file of as many rows and columns as one may have is imported', async () => {
      const { acme } = await company(kind);
      const rest = Array.from({ length: MAX_CARD_CELLS - 8 }, () => 'x');
      const rows = Array.from({ length: MAX_CARD_ROWS }, (_, at) => ({
        row: at + 2,
        cells: [`L-${at}`, 'ABC1234', '05/11/2026 08:31', 'DIESEL', '1,5', '9,00', 'Ana', 'Sol', ...rest],
      }));
      const found = await send(acme.client, { ...fileOf(), rows });
      assert.deepEqual([found.created, found.cents], [MAX_CARD_ROWS, MAX_CARD_ROWS * 900]);
      assert.equal((await send(acme.client, { ...fileOf(), rows })).known, MAX_CARD_ROWS);
      const page = await acme.client.json<CostPage>('GET', '/ext/costs?limit=1');
      assert.equal(page.sums.find((sum) => sum.kind === 'fuel')?.count, MAX_CARD_ROWS);
    });

    test('[LEDGER-12] the same request makes one line, however often it comes', async () => {
      const { acme, clerk, van1 } = await company(kind);
      const body = {
        deviceId: van1.id,
        kind: 'fuel',
        cents: 5000,
        from: '2026-01-10',
        to: '2026-01-10',
        requestId: randomUUID(),
      };
      const post = (client: UserClient, more: object = {}) =>
        client.call('POST', '/ext/costs', { ...body, ...more });
      const answers = await Promise.all([1, 2, 3].map(() => post(acme.client)));
      const ids = answers.map(({ status, text }) => [status, JSON.parse(text).id]);
      const [first] = ids;
      assert.deepEqual(ids, [first, first, first]);
      assert.equal(first?.[0], 200);
      assert.equal((await linesOf(acme.client)).length, 1);
      const { status, text } = await post(acme.client, { cents: 6000 });
      assert.deepEqual([status, text.slice(0, 10)], [409, 'Cost saved']);
      assert.equal((await post(clerk.client)).status, 200);
      assert.equal((await post(acme.client, { requestId: randomUUID() })).status, 200);
      assert.equal((await linesOf(acme.client)).length, 2);
      assert.equal((await post(acme.client, { requestId: 'x' })).status, 400);
      await acme.client.call('DELETE', `/ext/costs/${first?.[1]}`);
      assert.equal((await post(acme.client)).status, 200);
    });
  });
