import { deviceRows, enterDemo, expect, test, waitLive } from '../support/journey.ts';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('[E2E-18] the owner', { tag: '@no-map' }, async ({ page, context, demo }) => {
    await enterDemo(context, demo, 'customer');
    await page.goto(`${demo.url}/home`);
    await waitLive(page);
    await page.getByRole('button', { name: 'Abrir o menu' }).tap();
    await page.getByRole('link', { name: 'Veículos' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Veículos' });
    await expect(deviceRows(page).first()).toBeVisible();
    const top = async (): Promise<number> => (await sheet.boundingBox())?.y ?? 0;
    await expect.poll(top).toBeGreaterThan(300);

    await page.getByRole('button', { name: 'Expandir' }).tap();
    await expect.poll(top).toBeLessThan(60);
    await page.getByRole('button', { name: 'Reduzir' }).tap();
    await expect.poll(top).toBeGreaterThan(300);
    await page.getByRole('button', { name: 'Minimizar' }).tap();
    await expect.poll(top).toBeGreaterThan(700);
    await page.getByRole('button', { name: 'Abrir', exact: true }).tap();
    await expect.poll(top).toBeLessThan(500);

    await page.getByLabel('Buscar veículos').fill('táxi');
    await expect(deviceRows(page)).toHaveCount(3);
    await deviceRows(page).first().tap();
    await expect(page.getByRole('dialog', { name: 'Táxi 01' })).toBeVisible();
    await page.getByRole('tab', { name: 'Atributos' }).tap();
    await expect(page.getByText('Da última posição')).toBeVisible();
    await page.getByRole('button', { name: 'Voltar' }).tap();
    await page.getByRole('button', { name: 'Fechar', exact: true }).tap();
    await expect(page).toHaveURL(`${demo.url}/home`);
    // Nothing is wider than the screen.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

    await page.getByRole('button', { name: 'Menu de Carlos Cliente' }).tap();
    await page.getByRole('menuitem', { name: 'Sair' }).tap();
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  });
});

test(
  '[E2E-19] a guest sees one vehicle and can only leave',
  { tag: '@no-map' },
  async ({ page, context, demo }) => {
    await enterDemo(context, demo, 'guest');
    await page.goto(`${demo.url}/home`);
    await waitLive(page);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Abrir o menu' })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Fiorino 01' })).toBeVisible();
    await page.goto(`${demo.url}/devices`);
    await expect(deviceRows(page)).toHaveCount(1);
    await expect(deviceRows(page).first()).toContainText('Fiorino 01');
    await page.getByRole('button', { name: /^Menu de/ }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Sair']);
    await page.keyboard.press('Escape');
    await page.goto(`${demo.url}/devices/2`);
    await expect(page.getByRole('heading', { name: 'Veículo não encontrado' })).toBeVisible();
  },
);
