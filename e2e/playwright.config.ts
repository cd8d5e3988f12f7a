import { defineConfig } from '@playwright/test';

/** Journeys through the real server and the built web application, in Debian's Chromium. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './support/start-shared.ts',
  workers: 2,
  fullyParallel: true,
  // A test that passes only sometimes has found a race: it must fail.
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // The map is drawn by the processor here: fewer pixels, faster journeys.
    viewport: { width: 1024, height: 680 },
    colorScheme: 'light',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--use-gl=angle',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
