import { chromium } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enterDemo, expect, fromSetup, test, waitLive } from '../support/journey.ts';
import { SHARED } from '../support/start-shared.ts';
import { watchErrors } from '../support/watch-errors.ts';

const WRONG_PASSWORD = {
  'pt-BR': 'Usuário ou senha incorretos.',
  es: 'Usuario o contraseña incorrectos.',
  en: 'Invalid username or password.',
} as const;
const EMPTY_FIELDS = {
  'pt-BR': 'Por favor, preencha todos os campos.',
  es: 'Por favor, complete todos los campos.',
  en: 'Please fill in all fields.',
} as const;

test.describe('a new server', () => {
  test.use({ tolerated: /status of 400 .*\/api\/users/ });

  test(
    '[E2E-1] the first administrator comes in with the code of the console',
    { tag: '@no-map' },
    async ({ page, startServer }) => {
      const server = await startServer();
      await page.goto(server.url);
      await expect(page.getByRole('heading', { name: 'Bem-vindo ao seu novo servidor' })).toBeVisible();

      await page.getByRole('button', { name: 'Criar administrador' }).click();
      await expect(page.getByText('Digite o código mostrado no console.')).toBeVisible();

      await page.getByLabel('Nome').fill('Ana Souza');
      await page.getByLabel('E-mail').fill('ana@example.com');
      await page.getByLabel('Senha', { exact: true }).fill('segredo-da-ana');
      await page.getByLabel('Código de instalação').fill('0000-0000');
      await page.getByRole('button', { name: 'Criar administrador' }).click();
      await expect(page.getByRole('alert')).toHaveText(
        'O código de instalação não confere. Copie-o do console do servidor.',
      );
      await expect(page.getByLabel('E-mail')).toHaveValue('ana@example.com');

      await page.getByLabel('Código de instalação').fill(await server.setupCode());
      await page.getByRole('button', { name: 'Criar administrador' }).click();
      await expect(page).toHaveURL(`${server.url}/home`);
      await waitLive(page);
      await page.getByRole('link', { name: 'Veículos' }).click();
      await expect(page.getByRole('heading', { name: 'Nenhum veículo ainda' })).toBeVisible();
    },
  );
});

test('[E2E-2] a wrong login is told in each language', { tag: '@no-map' }, async ({ page, demo }) => {
  await page.goto(`${demo.url}/login`);
  for (const [language, picker] of [
    ['pt-BR', 'PT'],
    ['es', 'ES'],
    ['en', 'EN'],
  ] as const) {
    await page.getByText(picker, { exact: true }).click();
    const [email, password, submit] = [
      page.locator('input[name=email]'),
      page.locator('input[name=password]'),
      page.locator('button[type=submit]'),
    ];
    await email.fill('');
    await password.fill('');
    await submit.click();
    await expect(page.getByRole('alert')).toHaveText(EMPTY_FIELDS[language]);
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await email.fill('nobody@example.com');
    await password.fill('wrong');
    await submit.click();
    await expect(page.getByRole('alert')).toHaveText(WRONG_PASSWORD[language]);
    await expect(email).toHaveValue('nobody@example.com');
  }
});

test('[E2E-3] the address chooses the language', { tag: '@no-map' }, async ({ page, demo }) => {
  await page.goto(`${demo.url}/login?locale=es`);
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByText('Versión 1.14.0')).toBeVisible();
  await page.goto(`${demo.url}/login`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.goto(`${demo.url}/login?locale=en`);
  await expect(page.getByText('Version 1.12.7')).toBeVisible();
});

test('[E2E-186] with less motion nothing fades', { tag: '@no-map' }, async ({ page, demo }) => {
  await page.goto(`${demo.url}/login`);
  const heading = page.getByRole('heading').first();
  await expect(heading).toBeVisible();
  const colour = await heading.evaluate((element) => getComputedStyle(element).color);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => heading.evaluate((element) => getComputedStyle(element).color)).not.toBe(colour);
  const seen = await page.evaluate(async () => {
    const root = document.documentElement;
    root.style.color = 'red';
    const now = getComputedStyle(root).color;
    const { length } = document.getAnimations();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return { now, fading: length + document.getAnimations().length };
  });
  expect(seen).toEqual({ now: 'rgb(255, 0, 0)', fading: 0 });
});

test('[E2E-4] deep links lead through the login and back', { tag: '@no-map' }, async ({ page, demo }) => {
  await page.goto(`${demo.url}/devices/3?tab=attributes`);
  await expect(page).toHaveURL(`${demo.url}/login?to=%2Fdevices%2F3%3Ftab%3Dattributes`);
  await page.getByLabel('E-mail ou usuário').fill('operator@demo.rastro');
  await page.getByLabel('Senha', { exact: true }).fill(demo.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(`${demo.url}/devices/3?tab=attributes`);
  await expect(page.getByRole('tab', { name: 'Atributos' })).toHaveAttribute('aria-selected', 'true');

  await page.goto(`${demo.url}/nowhere/at/all`);
  await expect(page).toHaveURL(`${demo.url}/home`);
});

test(
  '[E2E-5] remember me survives the browser and ends with signing out',
  { tag: '@no-map' },
  async ({ demo }) => {
    const folder = mkdtempSync(join(tmpdir(), 'rastro-browser-'));
    const { launchOptions } = test.info().project.use;
    const open = () =>
      chromium.launchPersistentContext(folder, Object.assign({ locale: 'pt-BR' }, launchOptions));
    try {
      let browser = await open();
      let page = await browser.newPage();
      await page.goto(`${demo.url}/login`);
      await page.getByLabel('E-mail ou usuário').fill('customer@demo.rastro');
      await page.getByLabel('Senha', { exact: true }).fill(demo.password);
      await page.getByLabel('Lembrar de mim neste aparelho').check();
      const issued = page.waitForResponse((answer) => answer.url().endsWith('/api/session/token'));
      await page.getByRole('button', { name: 'Entrar' }).click();
      const token = await (await issued).text();
      await expect(page).toHaveURL(`${demo.url}/home`);
      const stored = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
      expect(stored).toContain('rememberme');
      expect(stored).not.toContain(token);
      expect(stored).not.toContain(demo.password);
      await browser.close();

      browser = await open();
      const errors = watchErrors(browser);
      await browser.clearCookies();
      page = await browser.newPage();
      await page.goto(`${demo.url}/devices`);
      await expect(page.getByRole('heading', { name: 'Veículos' })).toBeVisible();
      await page.getByRole('button', { name: 'Menu de Carlos Cliente' }).click();
      await page.getByRole('menuitem', { name: 'Sair' }).click();
      await expect(page).toHaveURL(/\/login/);
      await expect(page.getByLabel('E-mail ou usuário')).toHaveValue('customer@demo.rastro');
      await page.goto(`${demo.url}/devices`);
      await expect(page).toHaveURL(/\/login\?to=/);
      const again = await browser.request.get(`${demo.url}/api/session`, { params: { token } });
      expect(again.status()).toBeGreaterThanOrEqual(400);
      expect(errors).toEqual([]);
      await browser.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test.describe('a session that ends', () => {
  test.use({ tolerated: /status of 401|WebSocket connection to .* failed/ });

  test(
    '[E2E-6] leads to the login and back',
    { tag: ['@no-map', '@cluster'] },
    async ({ page, context, demo }) => {
      await enterDemo(context, demo, 'readonly');
      await page.goto(`${demo.url}/devices/5`);
      await waitLive(page);
      const end = await context.request.delete(`${demo.url}/api/session`, { headers: { origin: demo.url } });
      expect(end.status()).toBe(204);
      await expect(page).toHaveURL(`${demo.url}/login?to=%2Fdevices%2F5`, { timeout: 15_000 });
      await page.getByLabel('E-mail ou usuário').fill('readonly@demo.rastro');
      await page.getByLabel('Senha', { exact: true }).fill(demo.password);
      await page.getByRole('button', { name: 'Entrar' }).click();
      await expect(page).toHaveURL(`${demo.url}/devices/5`);
      await waitLive(page);
    },
  );
});

test(
  '[E2E-1] a new server asks for nothing but the first administrator',
  { tag: '@no-map' },
  async ({ page }) => {
    await page.goto(`${fromSetup(SHARED.newUrl)}/devices`);
    await expect(page.getByRole('button', { name: 'Criar administrador' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Entrar' })).toHaveCount(0);
  },
);
