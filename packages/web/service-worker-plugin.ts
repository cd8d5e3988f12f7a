import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { markedScreens } from './marked-screens.ts';

const PLACEHOLDER = '__PRECACHE__';
const WORKER = 'service-worker.js';
/** Entries whose whole static graph must work without a network: the page with its login, the shell. */
const SHELL_MODULES = /src\/(main\.tsx|app\/shell\/shell\.tsx|app\/maintenance-screen\.tsx)$/;
/** Modules that show a fleet or let a driver check in: cached after first use, and renewed with the next version. */
const OFFLINE_SCREENS = markedScreens('offline');
const OFFLINE_PARTS = /src\/(live\/(fleet-worker|open-fleet)|map\/live-map|app\/driver-shell)\.tsx?$/;
const isOffline = (id: string): boolean => OFFLINE_SCREENS.has(id) || OFFLINE_PARTS.test(id);
const OFFLINE_NAMES = /^assets\/(fleet-worker|map-worker|(\w+-)?texts)-/;
// Icons and the manifest, which are the brand's, are for tabs, installing and messages: the browser caches those of a tab
// itself, and the others need the network anyway.
const STATIC_FILES = ['/color-scheme.js'];

/** Writes into the service worker which files belong to this version. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker-precache',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const wanted = new Set<string>();
        const offline = new Set<string>();
        const add = (name: string, to: Set<string>): void => {
          const chunk = bundle[name];
          if (to.has(name) || chunk?.type !== 'chunk' || name === WORKER) return;
          to.add(name);
          for (const style of chunk.viteMetadata?.importedCss ?? []) to.add(style);
          for (const each of chunk.imports) add(each, to);
        };
        for (const [name, chunk] of Object.entries(bundle)) {
          if (OFFLINE_NAMES.test(name)) offline.add(name);
          if (chunk.type !== 'chunk') continue;
          if (chunk.moduleIds.some((id) => SHELL_MODULES.test(id))) add(name, wanted);
          if (chunk.moduleIds.some(isOffline)) add(name, offline);
        }
        const paths = (names: Set<string>): string[] => [...names].toSorted().map((name) => `/${name}`);
        const files = paths(wanted);
        const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12);
        const worker = bundle[WORKER];
        if (worker?.type !== 'chunk') throw new Error(`Cannot write the precache list: ${WORKER} is missing`);
        const precache = JSON.stringify({
          version,
          files: ['/', ...STATIC_FILES, ...files],
          offline: paths(offline.difference(wanted)),
        });
        worker.code = worker.code.replaceAll(new RegExp(`["'\`]${PLACEHOLDER}["'\`]`, 'g'), () =>
          JSON.stringify(precache),
        );
      },
    },
  };
}
