import type { Device } from '@rastro/fleet';
import type { BrowserContext, Page } from '@playwright/test';
import { checkBothSchemes } from '../support/check-accessibility.ts';
import {
  createDevice,
  deviceRows,
  enterAsAdministrator,
  expect,
  test,
  waitLive,
} from '../support/journey.ts';

/** A picture of one pixel. */
const PIXEL = Buffer.from('R0lGODdhAQABAIAAAP///////ywAAAAAAQABAAACAkQBADs=', 'base64');

async function saved(context: BrowserContext, url: string): Promise<Device[]> {
  return (await (await context.request.get(`${url}/api/devices`)).json()) as Device[];
}
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click();
test(
  '[E2E-100] a vehicle is added with the form, gets a picture, is edited and deleted',
  { tag: '@no-map' },
  async ({ page, context, startServer }) => {
    const { url } = await startServer({ administrator: true });
    await enterAsAdministrator(context, url);
    await page.goto(`${url}/devices`);
    await waitLive(page);
    await press(page, 'Adicionar');
    await expect(page.getByRole('heading', { name: 'Novo veículo' })).toBeVisible();
    await press(page, 'Salvar');
    await expect(page.getByText('Preencha este campo.')).toHaveCount(2);
    await page.getByLabel('Nome').fill('Fiorino 77');
    await page.getByLabel('Identificador (IMEI)').fill('490154203237519');
    await expect(page.getByText('O dígito verificador do IMEI não confere.')).toBeVisible();
    await page.getByLabel('Identificador (IMEI)').fill('490154203237518');
    await page.getByLabel('Placa').fill('abc1234');
    await page.getByLabel('Valor mensal').fill('1.049,90');
    await page.getByLabel('Limite de velocidade').fill('80');
    await page.getByRole('radio', { name: 'Van', exact: true }).check();
    await page
      .getByLabel('Escolher foto')
      .setInputFiles({ name: 'van.gif', mimeType: 'image/gif', buffer: PIXEL });
    await checkBothSchemes(page, 'form');
    await press(page, 'Salvar');
    await expect(page.getByRole('heading', { name: 'Conectar o rastreador de Fiorino 77' })).toBeVisible();
    await page.getByRole('link', { name: 'Ir para o veículo' }).click();
    await expect(page.getByRole('heading', { name: 'Fiorino 77', exact: true })).toBeVisible();
    const picture = page.getByAltText('Foto de Fiorino 77');
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
    const [device] = await saved(context, url);
    expect(device).toMatchObject({
      name: 'Fiorino 77',
      category: 'van',
      attributes: { plate: 'ABC-1234', monthlyValue: 104_990, deviceImage: 'device.webp' },
    });

    await press(page, 'Editar veículo');
    await expect(page.getByLabel('Limite de velocidade')).toHaveValue('80');
    await page.getByLabel('Nome').fill('Fiorino 78');
    await page.goBack();
    await expect(page.getByRole('alertdialog', { name: 'Sair sem salvar?' })).toBeVisible();
    await checkBothSchemes(page, 'question');
    await press(page, 'Continuar editando');
    await press(page, 'Salvar');
    await expect(page.getByRole('heading', { name: 'Fiorino 78' })).toBeVisible();

    await press(page, 'Editar veículo');
    await press(page, 'Excluir veículo');
    await press(page, 'Excluir');
    await expect(page.getByText('Veículo excluído.')).toBeVisible();
    await expect(page.getByText('Nenhum veículo ainda')).toBeVisible();
    expect(await saved(context, url)).toEqual([]);
  },
);

test(
  '[E2E-101] a spreadsheet with a wrong row is imported, and undone',
  { tag: '@no-map' },
  async ({ page, context, startServer }) => {
    const { url } = await startServer({ administrator: true });
    await enterAsAdministrator(context, url);
    await createDevice(context, url, { name: 'Antigo', uniqueId: 'unit-1' });
    await page.goto(`${url}/devices`);
    await waitLive(page);
    await press(page, 'Mais ações');
    await page.getByRole('menuitem', { name: 'Importar planilha' }).click();
    const rows = [
      'Nome;IMEI;Placa;Situação',
      'Novo nome;unit-1;ABC1234;Em estoque',
      'Caminhão;unit-2;BRA2E19;',
      'Errado;unit-3;;perdido',
    ];
    // Latin-1, as an older spreadsheet program writes it.
    const buffer = Buffer.from(rows.join('\r\n'), 'latin1');
    await page
      .getByLabel('Escolher arquivo')
      .setInputFiles({ name: 'frota.csv', mimeType: 'text/csv', buffer });
    await expect(page.getByLabel('Campo para Situação')).toHaveValue('state');
    await checkBothSchemes(page, 'columns');
    await press(page, 'Conferir');
    await expect(page.getByText('Linha 4')).toBeVisible();
    await expect(page.getByText('Situação: Não existe nada com este nome.')).toBeVisible();
    await checkBothSchemes(page, 'dry run');
    await press(page, 'Importar 2 veículos');
    const download = page.waitForEvent('download');
    await press(page, 'Baixar falhas (CSV)');
    expect((await download).suggestedFilename()).toBe('importacao-falhas.csv');
    expect((await saved(context, url)).map(({ name }) => name)).toEqual(['Caminhão', 'Novo nome']);
    await checkBothSchemes(page, 'result');
    await press(page, 'Desfazer importação');
    await press(page, 'Desfazer');
    await expect(page.getByText('Desfeitos')).toBeVisible();
    expect((await saved(context, url)).map(({ name, attributes }) => [name, attributes])).toEqual([
      ['Antigo', {}],
    ]);
    await press(page, 'Ver veículos');
    await expect(deviceRows(page)).toHaveCount(1);
  },
);

test(
  '[E2E-102] on a phone several vehicles are chosen, changed and deleted',
  { tag: '@no-map' },
  async ({ page, context, startServer }) => {
    const { url } = await startServer({ administrator: true });
    await enterAsAdministrator(context, url);
    for (const at of [1, 2, 3, 4])
      await createDevice(context, url, { name: `Moto ${at}`, uniqueId: `m-${at}` });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${url}/devices`);
    await waitLive(page);
    await expect(deviceRows(page)).toHaveCount(4);
    await press(page, 'Mais ações');
    await page.getByRole('menuitem', { name: 'Selecionar vários' }).click();
    await deviceRows(page).filter({ hasText: 'Moto 1' }).click();
    await deviceRows(page)
      .filter({ hasText: 'Moto 3' })
      .click({ modifiers: ['Shift'] });
    await expect(page.getByText('3 selecionados')).toBeVisible();
    await checkBothSchemes(page, 'selection');
    await press(page, 'Editar em lote');
    await page.getByLabel('Adicionar campo').selectOption({ label: 'Situação' });
    await page.getByLabel('Situação', { exact: true }).selectOption({ label: 'Em estoque' });
    await expect(page.getByText('Serão alterados 3 de 3; 0 já estão assim.')).toBeVisible();
    await checkBothSchemes(page, 'bulk form');
    await press(page, 'Alterar 3 veículos');
    await expect(page.getByText('Alterados')).toBeVisible();
    const states = (await saved(context, url)).map(({ attributes }) => attributes['device.state']);
    expect(states).toEqual(['stock', 'stock', 'stock', undefined]);
    await press(page, 'Ver veículos');

    await press(page, 'Mais ações');
    await page.getByRole('menuitem', { name: 'Selecionar vários' }).click();
    await press(page, 'Todos (4)');
    await press(page, 'Editar em lote');
    await press(page, 'Excluir 4 veículos');
    await page
      .getByRole('alertdialog', { name: 'Excluir 4 veículos?' })
      .getByRole('button', { name: 'Excluir 4 veículos' })
      .click();
    await expect(page.getByText('Excluídos')).toBeVisible();
    expect(await saved(context, url)).toEqual([]);
  },
);
