import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, expect as expectSoon, type BrowserContext, type Page } from '@playwright/test';
import { DRAWING } from './playwright.config.ts';
import { RastroServer } from './support/rastro-server.ts';
import { referenceFile } from '../tools/reference.ts';

/** The pictures of the documentation, from the demonstration as it runs now. Started by `npm run pictures`. */
const FOLDER = fileURLToPath(new URL('../docs/images', import.meta.url));
/** No one waits for the pictures: a busy machine may take its time. */
const expect = expectSoon.configure({ timeout: 60_000 });
const MAX_BYTES = 200 * 1024;
const QUALITY = 0.86;
/** A vehicle in a city; its trail is worth a picture once it has so many places. */
const VEHICLE = 'Fiorino 02';
const TRAIL_PLACES = 25;
/** Some of the demonstration sleep or are broken on purpose. */
const MAX_OFFLINE = 12;
const TRAIL_WITHIN_MS = 480_000;

const SIZES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;
/** A flight to a vehicle, and how far back from it. */
const GLIDE_MS = 4000;
const STEPS_OUT = 2;
const OPERATOR = 'operator@demo.rastro';
const SCHEMES = ['light', 'dark'] as const;

type Size = keyof typeof SIZES;
interface Scene {
  readonly name: string;
  readonly shots: readonly Shot[];
  /** Account that the screen belongs to, and its address; absent = the operator of the large customer. */
  readonly reseller?: { readonly email: string; readonly host: string };
  readonly path: string;
  /** Waits until everything is there. */
  readonly ready: (page: Page) => Promise<void>;
}
type Shot = `${Size}-${(typeof SCHEMES)[number]}`;
const DESKTOP: readonly Shot[] = ['desktop-light', 'desktop-dark'];

const scenes = (deviceId: number): readonly Scene[] => [
  {
    name: 'fleet',
    shots: ['phone-light'],
    path: '/devices',
    ready: (page) => expect(page.getByRole('option').nth(2)).toBeVisible(),
  },
  {
    name: 'vehicle',
    shots: [...DESKTOP, 'phone-dark'],
    path: `/devices/${deviceId}?trail=1`,
    ready: async (page) => {
      await expect(page.getByRole('tabpanel').locator('dt').first()).toBeVisible();
      await fromAfar(page);
    },
  },
  {
    name: 'history',
    shots: [...DESKTOP, 'phone-light'],
    path: `/history?devices=${deviceId}&period=today`,
    ready: async (page) => {
      await expect(page.getByText(/^Trip \d+$/).first()).toBeVisible();
      await page.keyboard.press('ArrowRight');
    },
  },
  {
    name: 'report',
    shots: DESKTOP,
    path: `/reports/travels?devices=${deviceId}&period=7d&run=1`,
    ready: (page) => expect(page.getByRole('row').nth(8)).toBeVisible(),
  },
  {
    name: 'brand',
    shots: DESKTOP,
    reseller: { email: 'bandeirante@demo.rastro', host: 'bandeirante.localhost' },
    path: '/reseller',
    ready: async (page) => {
      await expect(page.getByText('Padaria Pão Dourado').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(3 * GLIDE_MS);
    },
  },
];

// Over streets where there are some. Publishing these pictures requires the credit that the map in them carries.
const streets = referenceFile('data/maps/');
const server = await RastroServer.start({
  demo: true,
  env: { MAP_PMTILES: streets ? fileURLToPath(streets) : (process.env['MAP_PMTILES'] ?? '') },
});
const browser = await chromium.launch(DRAWING);
try {
  const password = await server.demoPassword();
  mkdirSync(FOLDER, { recursive: true });
  const first = await browser.newContext(SIZES.desktop);
  await enter(await first.newPage(), server.url, { email: OPERATOR, password });
  const deviceId = await vehicleWithTrail(first);
  await fleetAwake(first);
  await first.close();
  for (const size of ['desktop', 'phone'] as const)
    for (const colorScheme of SCHEMES) await takeAll(size, colorScheme, { deviceId, password });
} finally {
  await browser.close();
  await server.remove();
}

interface Taking {
  readonly deviceId: number;
  readonly password: string;
}
async function takeAll(
  size: Size,
  colorScheme: 'light' | 'dark',
  { deviceId, password }: Taking,
): Promise<void> {
  for (const scene of scenes(deviceId).filter(({ shots }) => shots.includes(`${size}-${colorScheme}`))) {
    const options = { ...SIZES[size], colorScheme, locale: 'en-US', timezoneId: 'America/Sao_Paulo' };
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const url = new URL(server.url);
    url.hostname = scene.reseller?.host ?? url.hostname;
    await enter(page, url.origin, { email: scene.reseller?.email ?? OPERATOR, password });
    await page.goto(`${url.origin}${scene.path}`);
    await expect(page.getByRole('banner').getByText('Live')).toBeAttached();
    await scene.ready(page);
    const picture = await webp(context, await settled(page));
    const file = `${scene.name}-${size}-${colorScheme}.webp`;
    if (picture.length > MAX_BYTES) throw new Error(`Cannot keep ${file}: ${picture.length} bytes`);
    writeFileSync(join(FOLDER, file), picture);
    process.stdout.write(`docs/images/${file} ${Math.round(picture.length / 1024)} kB\n`);
    await context.close();
  }
}

/** From a little farther away: streets with what drives on them. A sheet may cover the buttons of the map. */
async function fromAfar(page: Page): Promise<void> {
  await page.waitForTimeout(GLIDE_MS);
  const out = page.getByRole('button', { name: 'Zoom out' });
  for (let step = 0; step < STEPS_OUT && (await out.isVisible()); step++) {
    // A toast may lie over the button.
    await out.dispatchEvent('click');
    await page.waitForTimeout(GLIDE_MS / 4);
  }
}

/** Opens a session from the page itself: it alone knows where names below `localhost` lead. */
async function enter(
  page: Page,
  origin: string,
  account: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.goto(`${origin}/login`);
  const status = await page.evaluate(
    async (form) => (await fetch('/api/session', { method: 'POST', body: new URLSearchParams(form) })).status,
    { ...account },
  );
  expect(status).toBe(200);
}

/** Waits until the fleet has its past and most of it reports. */
async function fleetAwake({ request }: BrowserContext): Promise<void> {
  const offlineCount = async (): Promise<number> => {
    const answer = await request.get(`${server.url}/api/devices`);
    const devices = (await answer.json()) as readonly { status: string }[];
    return devices.filter(({ status }) => status !== 'online').length;
  };
  await expect.poll(offlineCount, { timeout: TRAIL_WITHIN_MS, intervals: [5000] }).toBeLessThan(MAX_OFFLINE);
}

/** Waits until the vehicle has driven far enough. @returns its id */
async function vehicleWithTrail({ request }: BrowserContext): Promise<number> {
  const read = async <T>(path: string): Promise<T> =>
    (await (await request.get(`${server.url}/api/${path}`)).json()) as T;
  const devices = await read<readonly { id: number; name: string }[]>('devices');
  const id = devices.find(({ name }) => name === VEHICLE)?.id ?? 0;
  const places = async (): Promise<number> => {
    const [from, to] = [new Date(Date.now() - TRAIL_WITHIN_MS), new Date(Date.now() + 60_000)];
    const period = `from=${from.toISOString()}&to=${to.toISOString()}`;
    return (await read<readonly object[]>(`positions?deviceId=${id}&${period}`)).length;
  };
  await expect.poll(places, { timeout: TRAIL_WITHIN_MS, intervals: [5000] }).toBeGreaterThan(TRAIL_PLACES);
  return id;
}

/** The screen once nothing fades and the map has drawn: twice nearly the same picture. Vehicles go on moving. */
async function settled(page: Page): Promise<Buffer> {
  let last = await page.screenshot();
  await expect
    .poll(
      async () => {
        const now = await page.screenshot();
        const change = Math.abs(now.length - last.length) / now.length;
        last = now;
        return change;
      },
      { timeout: 60_000, intervals: [1500] },
    )
    .toBeLessThan(0.01);
  return last;
}

/** The same picture in a tenth of the bytes; the browser can do that. */
async function webp(context: BrowserContext, png: Buffer): Promise<Buffer> {
  const page = await context.newPage();
  try {
    const text = await page.evaluate(
      async ({ data, quality }) => {
        const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
        const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const canvas = new OffscreenCanvas(picture.width, picture.height);
        canvas.getContext('2d')?.drawImage(picture, 0, 0);
        const made = await canvas.convertToBlob({ type: 'image/webp', quality });
        let chars = '';
        for (const byte of new Uint8Array(await made.arrayBuffer())) chars += String.fromCharCode(byte);
        return btoa(chars);
      },
      { data: png.toString('base64'), quality: QUALITY },
    );
    return Buffer.from(text, 'base64');
  } finally {
    await page.close();
  }
}
