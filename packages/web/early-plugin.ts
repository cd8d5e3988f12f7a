import type { Plugin } from 'vite';
import { PHONE_AGENT, PHONE_WIDTH } from './src/ui/is-phone.ts';
import { HEADER_PX, NAV_PX, RAIL_PX } from './src/ui/panel-size.ts';

const PLACEHOLDER = '__EARLY__';
const EARLY = 'early.js';
/** Modules of the shell and the map, and those of the past, in the order in which they are needed; with what they import. */
const FLEET_MODULES = [/app\/shell\/shell\.tsx$/, /map\/live-map\.tsx$/];
const PAST_MODULES = [/areas\/history\/history-screen\.tsx$/, /map\/tracks\/track-scene\.ts$/];

/** Sizes of the page for the first script, which stands alone and imports nothing. */
const LAYOUT = {
  headerPx: HEADER_PX,
  railPx: RAIL_PX,
  navPx: NAV_PX,
  phoneWidth: PHONE_WIDTH,
  phoneAgent: PHONE_AGENT.source,
};

/** Writes into the first script which files a signed-in user will need. */
export function earlyCode(): Plugin {
  return {
    name: 'early-code',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const add = (name: string, to: Set<string>): void => {
          const chunk = bundle[name];
          if (to.has(name) || chunk?.type !== 'chunk') return;
          to.add(name);
          for (const style of chunk.viteMetadata?.importedCss ?? []) to.add(style);
          for (const each of chunk.imports) add(each, to);
        };
        const filesOf = (modules: readonly RegExp[]): Set<string> => {
          const files = new Set<string>();
          for (const module of modules)
            for (const [name, chunk] of Object.entries(bundle))
              if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => module.test(id))) add(name, files);
          return files;
        };
        // The page names those of its own.
        const fleet = filesOf(FLEET_MODULES).difference(filesOf([/src\/main\.tsx$/]));
        const past = filesOf(PAST_MODULES).difference(filesOf([/src\/main\.tsx$/, ...FLEET_MODULES]));
        const early = bundle[EARLY];
        if (early?.type !== 'chunk') throw new Error(`Cannot write what comes early: ${EARLY} is missing`);
        if (early.imports.length > 0)
          throw new Error(`Cannot write what comes early: ${EARLY} waits for others`);
        const paths = (names: Iterable<string>): string[] => Array.from(names, (name) => `/${name}`);
        const code = JSON.stringify({ fleet: paths(fleet), past: paths(past), layout: LAYOUT });
        const filled = early.code.replaceAll(new RegExp(`["'\`]${PLACEHOLDER}["'\`]`, 'g'), () =>
          JSON.stringify(code),
        );
        // No module: those wait for the page to be read, and their names are not everybody's.
        early.code = `(()=>{${filled}})();`;
      },
    },
  };
}
