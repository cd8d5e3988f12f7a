import { defineConfig } from '@playwright/test';
import { POINTS_PER_PIXEL } from './support/map-eye.ts';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/** Chromium without windows, where there is one: a tenth less work. */
const shellPath = process.env['CHROMIUM_SHELL'] ?? executablePath;
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const SOFTWARE_GPU = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
/** A browser that draws maps. */
export const DRAWING = { executablePath: shellPath, args: [...ARGS, ...SOFTWARE_GPU] };
const MAPLESS = [...ARGS, '--disable-3d-apis'];
/** Tag of a journey that the map has no part in. */
const NO_MAP = /@no-map/;
/** Tag of journeys that need a whole browser, such as messages with the page closed. */
const WHOLE = /@whole-browser/;

/** Journeys through the real server and the built web application, in Debian's Chromium. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './support/start-shared.ts',
  // Two cores: a third and a fourth journey work while others wait for a page, a clock or a server.
  workers: 4,
  fullyParallel: true,
  // A journey that passes only sometimes has found a race. CI retries it in a fresh browser and names it at the end
  // (`flaky: …`), so that the race is fixed next and no day's work is lost to it.
  retries: process.env['CI'] ? 1 : 0,
  timeout: 120_000,
  // Limits, not a pace: a busy machine takes its time.
  expect: { timeout: 20_000 },
  use: {
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // The map is drawn by the processor here: fewer pixels, faster journeys.
    viewport: { width: 1024, height: 680 },
    colorScheme: 'light',
    // Recording every frame and every page takes a third of the processor: use `--trace on` when needed.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Vehicles and views jump to their places: a map that glides is drawn thirty times a second by the processor.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    {
      name: 'whole browser',
      grep: WHOLE,
      use: { launchOptions: { executablePath, args: MAPLESS } },
    },
    {
      name: 'map',
      grepInvert: [NO_MAP, WHOLE],
      use: {
        launchOptions: DRAWING,
        // The processor draws a quarter of the points; the page has its full size.
        deviceScaleFactor: POINTS_PER_PIXEL,
      },
    },
    {
      // Journeys that are not about the map run as in a browser that cannot draw it.
      name: 'no map',
      grep: NO_MAP,
      use: { launchOptions: { executablePath: shellPath, args: MAPLESS } },
    },
  ],
});
