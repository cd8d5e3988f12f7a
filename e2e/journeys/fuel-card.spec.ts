import { MINUTE_MS } from '@rastro/base';
import { encodeRights } from '@rastro/fleet';
import { checkBothSchemes } from '../support/check-accessibility.ts';
import { enter, enterAsAdministrator, expect, test } from '../support/journey.ts';

const ACCOUNTANT = { email: 'clara@example.com', password: 'jornada-da-contadora' };
const RIGHTS = [
  'devices.view',
  'drivers.view',
  'reports.view',
  'costs.view',
  'costs.create',
  'costs.edit',
  'costs.delete',
] as const;
const UNIQUE_ID = 'caminhao-9';
const TANK_LITERS = 200;
const NOW = new Date();
/** Nine in the morning of a day of the month that is over, in São Paulo. */
const MORNING = Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() - 1, 10, 12);
const MONTH = new Date(MORNING).toISOString().slice(0, 7);
/** Minutes after it in which somebody drives, and one of them. */
const [BEGIN, FINED, END] = [363, 370, 384] as const;

/** Liters in the tank: 60 come in half an hour after the morning began, and nothing later. */
const levelAt = (minute: number): number => (minute < 30 ? 40 : 100);
/** As a station prints it. */
const printed = (at: number): string =>
  new Date(at)
    .toLocaleString('pt-BR', { timeZone: 'America/Sao_Paulo', dateStyle: 'short', timeStyle: 'short' })
    .replace(/\/(\d\d),/, '/20$1');

test(
  '[E2E-246] an accountant imports a card file, sees what never came into the tank, assigns a fine and closes the month',
  { tag: '@no-map' },
  async ({ page, context, startServer }) => {
    const server = await startServer({ administrator: true });
    const { request } = context;
    await enterAsAdministrator(context, server.url);
    const send = async (method: string, path: string, data: object): Promise<{ readonly id: number }> => {
      const answer = await request.fetch(`${server.url}/api/${path}`, { method, data });
      expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true);
      return answer.status() === 204 ? { id: 0 } : ((await answer.json()) as { readonly id: number });
    };
    const truck = await send('POST', 'devices', {
      name: 'Caminhão 9',
      uniqueId: UNIQUE_ID,
      attributes: { plate: 'ABC-1234', fuelCapacity: TANK_LITERS },
    });
    const settings: object = (await (await request.get(`${server.url}/api/server`)).json()) as object;
    await send('PUT', 'server', { ...settings, attributes: { 'rastro.enableAdvancedPerms': true } });
    const clara = await send('POST', 'users', { name: 'Clara', ...ACCOUNTANT });
    const attributes = { 'rastro.advancedPerms': encodeRights(RIGHTS), timezone: 'America/Sao_Paulo' };
    await send('PUT', `users/${clara.id}`, { ...clara, attributes });
    await send('POST', 'permissions', { userId: clara.id, deviceId: truck.id });
    const ana = await send('POST', 'drivers', { name: 'Ana', uniqueId: 'ana' });
    await send('POST', 'permissions', { userId: clara.id, driverId: ana.id });
    for (let minute = 0; minute <= END; minute += minute < BEGIN ? 3 : 1) {
      const isDriving = minute >= BEGIN && minute < END;
      const query = new URLSearchParams({
        id: UNIQUE_ID,
        lat: '-23.55',
        lon: String(-46.63 + Math.max(0, minute - BEGIN) * 0.005),
        speed: isDriving ? '20' : '0',
        ignition: String(isDriving),
        ...(isDriving && { driverUniqueId: 'ana' }),
        timestamp: String((MORNING + minute * MINUTE_MS) / 1000),
        fuel: String(levelAt(minute)),
      });
      const answer = await fetch(`http://127.0.0.1:${server.protocols['osmand']}/?${query.toString()}`);
      expect(answer.status).toBe(200);
    }

    await enter(context, server.url, ACCOUNTANT);
    await page.goto(`${server.url}/costs`);
    await page.getByRole('button', { name: 'Importar' }).click();
    const row = (number: number, minute: number, liters: string, value: string, plate = 'ABC1C34'): string =>
      [number, plate, printed(MORNING + minute * MINUTE_MS), 'DIESEL S10', liters, value, 'Posto Sol'].join(
        ';',
      );
    const text = [
      'Transação;Placa;Data;Produto;Litros;Valor;Posto',
      row(1, 31, '92,000', '552,00'),
      row(2, 240, '50,000', '300,00'),
      row(3, 240, '50,000', '300,00', 'XXX9X99'),
    ].join('\r\n');
    const file = { name: 'cartao.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') };
    await page.getByLabel('Escolher arquivo').setInputFiles(file);
    await checkBothSchemes(page, 'columns of a card file');
    await page.getByRole('textbox', { name: /^Operadora/ }).fill('Cartão Frota');
    await page.getByRole('button', { name: 'Verificar' }).click();
    await expect(page.getByText('Linha 4, Placa: nenhum veículo que você vê tem esta placa')).toBeVisible();
    await checkBothSchemes(page, 'a card file with a mistake');
    await page.getByRole('button', { name: 'Deixar de fora as linhas com erro' }).click();
    await expect(page.getByText(/2 custos seriam lançados, R\$\s852,00/)).toBeVisible();
    await page.getByRole('button', { name: 'Importar 2 custos' }).click();
    await expect(page.getByText(/2 custos foram lançados/)).toBeVisible();

    await page.getByRole('button', { name: 'Outro arquivo' }).click();
    await page.getByLabel('Escolher arquivo').setInputFiles(file);
    await expect(page.getByRole('textbox', { name: /^Operadora/ })).toHaveValue('Cartão Frota');
    await page.getByRole('button', { name: 'Verificar' }).click();
    await page.getByRole('button', { name: 'Deixar de fora as linhas com erro' }).click();
    await expect(page.getByText(/2 já existem e ficam como estão/)).toBeVisible();

    await page.goto(`${server.url}/costs?tab=tank&month=${MONTH}`);
    const rows = page.getByRole('list', { name: 'Nota e tanque' }).getByRole('button');
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText('Nada foi abastecido');
    await expect(rows.last()).toContainText(/Menos no tanque.*nota 92 L, tanque 60 L/);
    await checkBothSchemes(page, 'receipts and tanks');
    await rows.last().click();
    const evidence = page.getByRole('dialog', { name: 'Menos no tanque' });
    await expect(evidence.getByText(/^Entraram no tanque 32 L a menos/)).toBeVisible();
    await expect(evidence).toContainText('R$ 192,00');
    await checkBothSchemes(page, 'evidence of a receipt');
    await page.setViewportSize({ width: 390, height: 844 });
    await rows.last().click();
    await checkBothSchemes(page, 'evidence on a phone');
    await evidence.getByRole('link', { name: 'Abrir histórico neste horário' }).click();
    await expect(page).toHaveURL(/\/history\?devices=/);

    await page.goto(`${server.url}/costs?month=${MONTH}&device=${truck.id}`);
    await page.getByRole('button', { name: 'Novo custo' }).click();
    const form = page.getByRole('dialog', { name: 'Novo custo' });
    await form.getByRole('combobox', { name: 'Tipo' }).selectOption('Multas');
    await form.getByRole('textbox', { name: /^Valor/ }).fill('195,23');
    const [day = '', time = ''] = printed(MORNING + FINED * MINUTE_MS).split(/,? /);
    await form.getByRole('textbox', { name: /^Dia/ }).fill(day);
    await form.getByRole('textbox', { name: 'Hora', exact: true }).fill(time);
    await expect(form.getByText(/^Ana dirigia segundo os registros do veículo/)).toBeVisible();
    const paper = Buffer.from('%PDF-1.4\n%%EOF\n');
    await form
      .getByLabel('Escolher comprovantes')
      .setInputFiles({ name: 'AIT 12.pdf', mimeType: 'application/pdf', buffer: paper });
    await expect(form.getByText('AIT 12.pdf')).toBeVisible();
    await checkBothSchemes(page, 'a fine with its driver and receipt');
    await form.getByRole('button', { name: 'Salvar' }).click();
    await expect(form).toBeHidden();
    const fine = page.getByRole('button', { name: /Multas.*Caminhão 9 · Ana.*195,23/ });
    await expect(fine).toBeVisible();

    await page.goto(`${server.url}/costs?tab=ownership&from=${MONTH}&to=${MONTH}`);
    await expect(page.getByRole('row', { name: /^Caminhão 9 .*R\$\s1\.047,23/ })).toBeVisible();
    await page.getByRole('button', { name: 'Caminhão 9' }).click();
    await checkBothSchemes(page, 'what a vehicle was bought for');
    await page.keyboard.press('Escape');
    await page.goto(`${server.url}/costs?tab=months&month=${MONTH}`);
    await page.getByRole('button', { name: 'Fechar mês' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Fechar mês' }).click();
    await expect(page.getByText(/^Fechado em/)).toBeVisible();
    await page.goto(`${server.url}/costs?month=${MONTH}`);
    await fine.click();
    const line = page.getByRole('dialog', { name: 'Multas' });
    await expect(line.getByText(/está fechado/)).toBeVisible();
    await expect(line.getByRole('button', { name: 'Excluir AIT 12.pdf' })).toBeHidden();
    await checkBothSchemes(page, 'a line of a closed month with its receipt');
    const download = page.waitForEvent('download');
    await line.getByRole('button', { name: 'Salvar AIT 12.pdf' }).click();
    expect((await download).suggestedFilename()).toBe('AIT 12.pdf');
  },
);
