import type { BrowserContext, Page } from '@playwright/test';
import {
  createDevice,
  deviceRows,
  enterAsAdministrator,
  expect,
  test,
  waitLive,
} from '../support/journey.ts';
import { reportByHttp } from '../support/http-report.ts';
import { isBehindTraccar, showEvents } from '../support/behind.ts';

type Values = Readonly<Record<string, string | number | boolean>>;
/** The pause between two sounds (EVT-7). */
const EVT_7_PAUSE_MS = 700;
/** A little longer than that pause. */
const SOUND_PAUSE_MS = EVT_7_PAUSE_MS + 100;
const SAO_PAULO = { lat: -23.5505, lon: -46.6333, speed: 10, valid: true };

test(
  '[E2E-16] an alarm appears and opens its vehicle',
  { tag: '@no-map' },
  async ({ page, context, startServer }) => {
    const server = await startServer({ administrator: true });
    await enterAsAdministrator(context, server.url);
    const id = await createDevice(context, server.url, { name: 'Caminhão da Ana', uniqueId: 'ana-1' });
    await showEvents(context, server.url);
    await page.goto(`${server.url}/home`);
    await waitLive(page);
    await reportByHttp(server, 'ana-1', SAO_PAULO);
    await reportByHttp(server, 'ana-1', { ...SAO_PAULO, alarm: 'sos' });
    const toast = page.getByRole('link', { name: /Caminhão da Ana/ });
    await expect(toast).toContainText('Alarme: SOS');
    await toast.click();
    await expect(page).toHaveURL(new RegExp(`/devices/${id}\\?position=\\d+$`));
    await expect(toast).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: '19 km/h' })).toBeVisible();

    await page.getByRole('button', { name: 'Silenciar os sons' }).click();
    await reportByHttp(server, 'ana-1', SAO_PAULO);
    await reportByHttp(server, 'ana-1', { ...SAO_PAULO, alarm: 'powerCut' });
    await expect(toast).toContainText('Corte de');
  },
);

test('[E2E-17] 0,0 is nowhere', async ({ page, context, startServer }) => {
  const server = await startServer({ administrator: true });
  await enterAsAdministrator(context, server.url);
  const nowhere = await createDevice(context, server.url, { name: 'Sem sinal', uniqueId: 'no-fix' });
  await createDevice(context, server.url, { name: 'Com sinal', uniqueId: 'fix' });
  await reportByHttp(server, 'no-fix', { ...SAO_PAULO, lat: 0, lon: 0 });
  await reportByHttp(server, 'fix', SAO_PAULO);
  // So small at first that the map has no space for anything.
  await page.setViewportSize({ width: 800, height: 150 });
  await page.goto(`${server.url}/devices`);
  await expect(page.locator('.maplibregl-ctrl-scale')).toHaveText(/\skm$/);
  await waitLive(page);
  await page.setViewportSize({ width: 1024, height: 680 });
  await expect(deviceRows(page)).toHaveCount(2);
  // The map fits what has a place: a street of São Paulo, not half of the Atlantic.
  await expect(page.locator('.maplibregl-ctrl-scale')).toHaveText(/^\d+\sm$/);
  await page.goto(`${server.url}/devices/${nowhere}`);
  await expect(page.getByRole('region', { name: 'Local' }).getByText('Local desconhecido')).toBeVisible();
  await page.goto(`${server.url}/devices/${nowhere}?tab=history`);
  await expect(
    page.getByRole('list', { name: 'Últimas posições' }).getByRole('button').first(),
  ).toBeDisabled();
});

/** Counts the sounds that the page plays. */
async function listen(page: Page): Promise<() => Promise<{ tones: number; files: readonly string[] }>> {
  await page.addInitScript(() => {
    const played = { tones: 0, files: [] as string[] };
    Object.assign(window, { played, sirenTones: 0 });
    window.OscillatorNode = class extends OscillatorNode {
      override start(when?: number): void {
        played.tones += 1;
        if (this.type === 'sawtooth') (window as never as { sirenTones: number }).sirenTones += 1;
        super.start(when);
      }
    };
    window.Audio = class extends Audio {
      override play(): Promise<void> {
        played.files.push(this.src);
        return super.play();
      }
    };
  });
  return () =>
    page.evaluate(() => (window as never as { played: { tones: number; files: string[] } }).played);
}

async function createRule(context: BrowserContext, url: string, attributes: Values): Promise<void> {
  const data = { type: 'alarm', notificators: 'web', always: true, attributes };
  const answer = await context.request.post(`${url}/api/notifications`, { data, headers: { origin: url } });
  expect(answer.status()).toBe(200);
}

test.describe('sounds', () => {
  test.use({ tolerated: /404|horn\.mp3/ });

  test(
    '[E2E-80] an alarm is heard with the sound of its rule',
    { tag: '@no-map' },
    async ({ page, context, startServer }) => {
      test.skip(isBehindTraccar, 'A Traccar sends events without what our rules say of sound and color');
      const server = await startServer({ administrator: true });
      await enterAsAdministrator(context, server.url);
      await createDevice(context, server.url, { name: 'Caminhão da Ana', uniqueId: 'ana-1' });
      const rule = {
        // Not an emergency: that sound would repeat (TRAY-4).
        alarms: 'lowBattery',
        'rastro.sound': 'audio20',
        'rastro.color': 'soft-info',
        'rastro.pin': true,
      };
      await createRule(context, server.url, rule);
      await createRule(context, server.url, {
        alarms: 'door',
        'rastro.sound': 'custom',
        'rastro.soundURL': '/horn.mp3',
      });
      const playedSounds = await listen(page);
      await page.goto(`${server.url}/home`);
      await waitLive(page);
      const toast = page.getByRole('alert').filter({ hasText: 'Caminhão da Ana' });
      const close = async (): Promise<void> => {
        await toast.getByRole('button', { name: 'Dispensar' }).click();
        await expect(toast).toHaveCount(0);
        // Sounds keep a pause between them (EVT-7): one that comes sooner is not played at all.
        await page.waitForTimeout(SOUND_PAUSE_MS);
      };
      await reportByHttp(server, 'ana-1', { ...SAO_PAULO, alarm: 'lowBattery' });
      await expect(toast).toHaveAttribute('data-event-color', 'soft-info');
      // The click is the gesture that browsers wait for; earlier sounds may have been blocked.
      await close();
      const before = (await playedSounds()).tones;
      await reportByHttp(server, 'ana-1', SAO_PAULO);
      await reportByHttp(server, 'ana-1', { ...SAO_PAULO, alarm: 'lowBattery' });
      await expect.poll(async () => (await playedSounds()).tones).toBe(before + 6);
      await close();
      // There is no such file here: the default is played instead, two tones.
      await reportByHttp(server, 'ana-1', SAO_PAULO);
      await reportByHttp(server, 'ana-1', { ...SAO_PAULO, alarm: 'door' });
      await expect.poll(playedSounds).toEqual({ tones: before + 8, files: [`${server.url}/horn.mp3`] });
      await close();

      const mute = page.getByRole('button', { name: 'Silenciar os sons' });
      await mute.click();
      await expect(mute).toHaveAttribute('aria-pressed', 'true');
      await page.reload();
      await expect(mute).toHaveAttribute('aria-pressed', 'true');
      await waitLive(page);
      await page.getByRole('banner').click();
      await reportByHttp(server, 'ana-1', SAO_PAULO);
      await reportByHttp(server, 'ana-1', { ...SAO_PAULO, alarm: 'lowBattery' });
      await expect(toast).toBeVisible();
      expect(await playedSounds()).toEqual({ tones: 0, files: [] });
    },
  );
});

test(
  '[E2E-81] a burst of 200 events stays calm',
  { tag: '@no-map' },
  async ({ page, context, startServer }) => {
    const server = await startServer({ administrator: true });
    await enterAsAdministrator(context, server.url);
    const ids = Array.from({ length: 40 }, (_, index) => `burst-${index}`);
    for (const id of ids) await createDevice(context, server.url, { name: id, uniqueId: id });
    await showEvents(context, server.url);
    await listen(page);
    await page.goto(`${server.url}/home`);
    await waitLive(page);
    await page.getByRole('banner').click();
    const observer = await page.evaluateHandle(() => {
      const seen = { toasts: 0, changes: 0 };
      new MutationObserver(() => {
        seen.changes += 1;
        seen.toasts = Math.max(seen.toasts, document.querySelectorAll('[data-event-color]').length);
      }).observe(document.body, { childList: true, subtree: true });
      return seen;
    });
    const began = Date.now();
    for (let round = 0; round < 5; round++) {
      const alarm = round % 2 === 0 ? 'sos' : 'powerCut';
      await Promise.all(ids.map((id) => reportByHttp(server, id, { ...SAO_PAULO, alarm })));
    }
    await expect(page.getByText(/e mais \d+ eventos/).first()).toBeVisible();
    const seen = await observer.jsonValue();
    // Three, the count, and one of each on its way out.
    expect(seen.toasts).toBeLessThanOrEqual(8);
    // The siren has a pace of its own: both are counted in one moment, or its next tones stand between them.
    const otherTones = (): Promise<number> =>
      page.evaluate(() => {
        const { played, sirenTones } = window as never as { played: { tones: number }; sirenTones: number };
        return played.tones - sirenTones;
      });
    await expect.poll(otherTones).toBeGreaterThan(0);
    const tones = await otherTones();
    // Two tones a sound, and a pause between sounds, however long the burst takes.
    const maxSounds = 1 + (Date.now() - began) / EVT_7_PAUSE_MS;
    expect(tones).toBeLessThanOrEqual(2 * maxSounds);
  },
);
