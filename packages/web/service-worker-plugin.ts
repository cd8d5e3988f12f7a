import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

const PLACEHOLDER = '__PRECACHE__';
const WORKER = 'service-worker.js';
/** Entries whose whole static graph must work without a network: the page with its login, the shell. */
const SHELL_MODULES = /src\/(main\.tsx|app\/shell\/shell\.tsx|app\/maintenance-screen\.tsx)$/;
// Larger icons and the manifest, which is the brand's, are for installing and for messages: those need the network anyway.
const STATIC_FILES = ['/color-scheme.js', '/icon.svg'];

/** Writes into the service worker which files belong to this version. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker-precache',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const wanted = new Set<string>();
        const add = (name: string): void => {
          const chunk = bundle[name];
          if (wanted.has(name) || chunk?.type !== 'chunk' || name === WORKER) return;
          wanted.add(name);
          for (const style of chunk.viteMetadata?.importedCss ?? []) wanted.add(style);
          chunk.imports.forEach(add);
        };
        for (const [name, chunk] of Object.entries(bundle)) {
          if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => SHELL_MODULES.test(id))) add(name);
        }
        const files = [...wanted].toSorted().map((name) => `/${name}`);
        const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12);
        const worker = bundle[WORKER];
        if (worker?.type !== 'chunk') throw new Error(`Cannot write the precache list: ${WORKER} is missing`);
        const precache = JSON.stringify({ version, files: ['/', ...STATIC_FILES, ...files] });
        worker.code = worker.code.replaceAll(new RegExp(`["'\`]${PLACEHOLDER}["'\`]`, 'g'), () =>
          JSON.stringify(precache),
        );
      },
    },
  };
}
