import { chromium, type Browser, type Page } from '@playwright/test';
import { build } from 'vite';

const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--headless=new',
  '--disable-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const VIEWPORT = { width: 1280, height: 800 };

/** Where `buildPage` puts the page that has the map and nothing around it. */
export const PAGE_FOLDER = `${import.meta.dirname}/dist`;

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: '/usr/bin/chromium', args: CHROMIUM_ARGS });
}

export async function buildPage(): Promise<void> {
  await build({ configFile: `${import.meta.dirname}/vite.config.ts`, logLevel: 'error' });
}

export interface Opened {
  readonly page: Page;
  /** From the address to all rows of the list. */
  readonly listMs: number;
  /** From the address to the map. */
  readonly mapMs: number;
}

/** Functions that the page of `buildPage` offers; see page/main.tsx. */
interface FleetWindow {
  map?: unknown;
  fleet: { list(): { ids: ArrayLike<number> } };
}
declare const window: FleetWindow;

/** Opens the page of `buildPage` and waits until the fleet and the map are there. */
export async function openFleetPage(browser: Browser, url: string, count: number): Promise<Opened> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  const startedAt = performance.now();
  await page.goto(url);
  await page.waitForFunction((wanted) => window.fleet.list().ids.length === wanted, count);
  const listMs = performance.now() - startedAt;
  await page.waitForFunction(() => window.map !== undefined);
  const mapMs = performance.now() - startedAt;
  await page.waitForTimeout(1_500);
  return { page, listMs, mapMs };
}
