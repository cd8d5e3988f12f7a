import { checkAccessibility as check } from '../support/check-accessibility.ts';
import { deviceRows, enterDemo, expect, fromSetup, openDevice, test, waitLive } from '../support/journey.ts';
import { SHARED } from '../support/start-shared.ts';

const SIZES = {
  desktop: { viewport: { width: 1024, height: 680 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [size, look] of Object.entries(SIZES)) {
    test.describe(`${colorScheme}, ${size}`, () => {
      test.use({ colorScheme, ...look, tolerated: /status of 400 .*\/api\/users/ });

      test('[E2E-23] before the login', async ({ page, demo }) => {
        await page.goto(`${demo.url}/login`);
        await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
        await check(page, 'login');
        await page.getByRole('button', { name: 'Entrar' }).click();
        await expect(page.getByRole('alert')).toBeVisible();
        await check(page, 'login refused');
        await page.goto(`${demo.url}/login/forgot`);
        await page.getByRole('button', { name: 'Enviar link' }).click();
        await expect(page.getByRole('alert')).toBeVisible();
        await check(page, 'forgotten password');
        await page.goto(`${demo.url}/login/recover`);
        await page.getByRole('button', { name: 'Salvar nova senha' }).click();
        await expect(page.getByRole('alert')).toBeVisible();
        await check(page, 'new password');
        await page.goto(fromSetup(SHARED.newUrl));
        await page.getByRole('button', { name: 'Criar administrador' }).click();
        await expect(page.getByText('Digite o código mostrado no console.')).toBeVisible();
        await check(page, 'first administrator');
        await page.goto(`${demo.url}/maintenance`);
        await expect(page.getByRole('button', { name: 'Tentar agora' })).toBeVisible();
        await check(page, 'maintenance');
      });

      test('[E2E-23] behind the login', async ({ page, context, demo }) => {
        test.slow();
        await enterDemo(context, demo);
        await page.goto(`${demo.url}/home`);
        await waitLive(page);
        await expect(page.getByRole('button', { name: 'Ver toda a frota' })).toBeVisible();
        await check(page, 'home');
        await page.getByRole('button', { name: 'Camadas do mapa' }).click();
        await check(page, 'layers');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Menu de Olga Operadora' }).click();
        await expect(page.getByRole('menuitem', { name: 'Minha conta' })).toBeVisible();
        await check(page, 'user menu');
        await page.getByRole('menuitem', { name: 'Minha conta' }).click();
        await expect(page.getByLabel('Nome')).toBeVisible();
        await check(page, 'account');
        await page.getByRole('button', { name: 'Abrir o menu' }).click();
        await check(page, 'side menu');
        await page.getByRole('link', { name: 'Dispositivos' }).click();
        await expect(deviceRows(page).first()).toBeVisible();
        await check(page, 'list');
        await page.getByRole('button', { name: 'Nome', exact: true }).click();
        await expect(page.getByRole('menuitemradio', { name: 'Velocidade' })).toBeVisible();
        await check(page, 'sort menu');
        await page.keyboard.press('Escape');
        await page.getByLabel('Buscar dispositivos').fill('submarino');
        await expect(page.getByRole('heading', { name: 'Nenhum dispositivo encontrado' })).toBeVisible();
        await check(page, 'nothing found');
        await openDevice(page, 'Fiorino 06');
        for (const tab of ['Agora', 'Últimas posições', 'Atributos']) {
          await page.getByRole('tab', { name: tab }).click();
          await expect(page.getByRole('tabpanel', { name: tab })).toContainText(/\w/);
          await check(page, tab);
        }
      });
    });
  }
}
