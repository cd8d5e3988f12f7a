import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { viteBaseMap } from './base-map/vite-base-map.ts';
import { compress } from './compress-plugin.ts';
import { earlyCode } from './early-plugin.ts';
import { markedScreens } from './marked-screens.ts';
import { serviceWorker } from './service-worker-plugin.ts';
import { startingWorker } from './starting-worker-plugin.ts';

const SHARED_MODULES =
  /packages\/(fleet|web\/src\/(kernel|ui|i18n))\/|node_modules\/(@mantine|@tanstack|@floating-ui|lucide-react)\//;
/** The shell, and all that it imports. */
const START =
  /src\/(app\/(shell\/shell|maintenance-screen)|areas\/events\/(event-toasts|alarm-tray)|live\/open-fleet)\.tsx?$/;
/** The map comes after the shell: a list is there before it. */
const MAP = /node_modules\/(maplibre-gl|@maplibre|@mapbox)\/|src\/map\/live-map\.tsx$/;
/** Screens that are fetched ahead (`app/shell/likely-screens.ts`), and parts that come as often. */
const LIKELY_SCREENS = markedScreens('likely');
const LIKELY_PARTS =
  /src\/(app\/palette\/command-palette|areas\/events\/(event-place|alarm-list)|map\/tools\/tool-panel)\.tsx$/;
/** Texts that the login page needs, those of a geofence, a command and a share once they are open, and those that a day begins with; all others of a language are one file. */
const LOGIN_TEXTS = ['common', 'errors', 'login'];
const OPENED_TEXTS = ['commands', 'geofences', 'share'];
const DAY_TEXTS = 'alarms attributes connect devices events map palette shell views'.split(' ');
/** Entries whose address never changes. */
const NAMED_FILES = ['service-worker', 'early'];
const SERVER = 'http://localhost:8082';

export default defineConfig({
  plugins: [react(), viteBaseMap(), serviceWorker(), earlyCode(), compress()],
  worker: {
    format: 'es',
    plugins: () => [startingWorker()],
  },
  server: {
    port: 5173,
    // The host is passed on unchanged: the server compares it with the origin of the cookie.
    proxy: { '/api': { target: SERVER, ws: true }, '/ext': { target: SERVER } },
  },
  build: {
    target: 'es2022',
    // Nothing is put into the page as a data: URL, so that the CSP can stay strict.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: {
        main: 'index.html',
        'service-worker': 'src/service-worker.ts',
        early: 'src/early/early.ts',
      },
      output: {
        entryFileNames: (chunk) =>
          NAMED_FILES.includes(chunk.name) ? `${chunk.name}.js` : 'assets/[name]-[hash].js',
        codeSplitting: {
          // Priorities are distinct: a group pulls in what its modules import.
          groups: [
            {
              name: 'ground',
              test: /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next|html-parse-stringify)\/|rolldown\/runtime/,
              priority: 40,
            },
            { name: textsOf, priority: 15 },
            // All of the login page, one file with a known name; the worker's own code stays with the worker.
            {
              name: 'base',
              test: /^(?!.*src\/(main|service-worker(-files)?|early\/[\w-]+|areas\/push\/push-message)\.)/,
              tags: ['$initial'],
              priority: 10,
            },
            // Everybody who signs in needs these one after another: three files, not thirty.
            { name: 'start', test: START, priority: 9 },
            { name: 'map', test: MAP, priority: 8 },
            {
              name: 'likely',
              test: (id) => LIKELY_SCREENS.has(id) || LIKELY_PARTS.test(id),
              priority: 7,
            },
            // What several screens stand on: one file, not one for each combination of screens.
            { name: 'parts', test: SHARED_MODULES, minShareCount: 2, priority: 5 },
            { name: 'shared', test: /packages\/web\/src\/areas\//, minShareCount: 2, priority: 4 },
          ],
        },
      },
    },
  },
  test: {
    testTimeout: 30_000,
    css: { modules: { classNameStrategy: 'non-scoped' } },
    projects: [
      {
        extends: true,
        test: {
          // What needs no page has none, and no world of its own for each file.
          name: 'rules',
          include: ['src/**/*.test.ts'],
          // Live data and map rules run under node --test, as they are.
          exclude: ['src/{live,map}/**', 'src/**/*.dom.test.ts'],
          environment: 'node',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          include: ['src/**/*.test.tsx', 'src/**/*.dom.test.ts'],
          environment: 'jsdom',
          // One page for each thread and a world of its own for each file: a fifth of the time of a page for each file.
          pool: 'vmThreads',
          setupFiles: ['src/test-setup.ts'],
        },
      },
    ],
  },
});

/** The file that texts go into, by language; null = it is no text. */
function textsOf(id: string): string | null {
  const [, language, area] = /\/i18n\/locales\/([^/]+)\/([^/]+)\.json$/.exec(id) ?? [];
  if (language === undefined || area === undefined) return null;
  if (LOGIN_TEXTS.includes(area)) return `login-texts-${language}`;
  if (OPENED_TEXTS.includes(area)) return `opened-texts-${language}`;
  return DAY_TEXTS.includes(area) ? `texts-${language}` : `manager-texts-${language}`;
}
