import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { ROOT } from './run.mjs';

/**
 * Files that put everything together. Each change reaches every test behind them; such tests run in CI, and here only
 * when they stand in the folder of the change.
 */
const COMPOSITION = [
  /^packages\/server\/src\/(run-server|start-product|open-embedded|main)\.ts$/,
  /^packages\/server\/src\/modules\//,
  /^packages\/tracker\/src\/(tracker|index)\.ts$/,
  /^packages\/tracker\/src\/(api|roles)\//,
  /^packages\/(tracker|server|extension)\/test\//,
  /^packages\/web\/src\/app\/(routes|screens)/,
  /^packages\/web\/src\/testing\//,
  /^packages\/web\/src\/main\.tsx$/,
];
/** Changes behind which nothing is safe. */
const ALL = [
  /^package(-lock)?\.json$/,
  /\/package\.json$/,
  /^tsconfig/,
  /^scripts\/lib\/(parts|suites|bundles|run)\.mjs$/,
];
const TEST = /\.test\.tsx?$/;
const SOURCE = /\.(?:ts|tsx|mjs)$/;
const STATEMENT = /^(import|export)\s([^;'"]*?)from\s+['"]([^'"]+)['"]/gm;
const BARE = /(?:^import\s+|\bimport\(\s*|new URL\(\s*|vi\.mock\(\s*)['"]([^'"]+)['"]/gm;

const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
const lines = (text) => text.split('\n').filter(Boolean);

/** Paths that differ from a commit, deleted ones too; without a commit: those not committed, else those of the last one. */
export function changedFiles(commit) {
  const isClean = git('status', '--porcelain').trim() === '';
  const base = commit ?? (isClean ? 'HEAD~1' : 'HEAD');
  return [
    ...lines(git('diff', '--name-only', base)),
    ...lines(git('ls-files', '--others', '--exclude-standard')),
  ];
}

/**
 * Test files that a change can break, found by the imports of names, also through entry points.
 * @param {readonly string[]} changed Paths from the root.
 * @returns {{ isAll: boolean, tests: readonly string[], left: number }} `left`: reached only through composition.
 */
export function affectedTests(changed) {
  if (changed.some((path) => ALL.some((each) => each.test(path)))) return { isAll: true, tests: [], left: 0 };
  const files = lines(git('ls-files', '--cached', '--others', '--exclude-standard')).filter(
    (path) => SOURCE.test(path) && existsSync(join(ROOT, path)) && !path.startsWith('tools/canaries/'),
  );
  const graph = new ImportGraph(files);
  const near = graph.dependents(changed, (path) => COMPOSITION.some((each) => each.test(path)));
  const far = graph.dependents(changed, () => false);
  const folders = new Set(changed.filter((path) => path.startsWith('packages/')).flatMap(testFolders));
  const tests = files.filter((path) => TEST.test(path) && (near.has(path) || folders.has(dirname(path))));
  const left = files.filter((path) => TEST.test(path) && far.has(path) && !tests.includes(path)).length;
  return { isAll: false, tests, left };
}

/** Folders whose tests are about a file: its own; of texts, those of the languages and of the area that shows them. */
function testFolders(path) {
  const area = /^packages\/web\/src\/i18n\/locales\/[^/]+\/([^/.]+)/.exec(path)?.[1];
  return area ? ['packages/web/src/i18n', `packages/web/src/areas/${area}`] : [dirname(path)];
}

/** Imports of all files, with the names that come through re-exports traced to the file that declares them. */
class ImportGraph {
  #files;
  #importers = new Map();
  #reexports = new Map();
  #entryPoints;

  constructor(files) {
    this.#files = new Set(files);
    this.#entryPoints = entryPoints(files);
    const parsed = files.map((path) => [path, statementsOf(readFileSync(join(ROOT, path), 'utf8'))]);
    for (const [path, statements] of parsed) this.#reexports.set(path, this.#reexportsOf(path, statements));
    for (const [path, statements] of parsed)
      for (const { names, from } of statements) {
        const target = this.#resolve(path, from);
        if (target === null) continue;
        for (const each of this.#declaring(target, names)) this.#add(each, path);
      }
  }

  /** Files that import some files, at any distance; `isEnd`: whose own importers are not followed. */
  dependents(paths, isEnd) {
    const found = new Set();
    const queue = paths.filter((path) => this.#files.has(path) || this.#importers.has(path));
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      if (found.has(path)) continue;
      found.add(path);
      if (!isEnd(path)) queue.push(...(this.#importers.get(path) ?? []));
    }
    return found;
  }

  #add(target, importer) {
    const known = this.#importers.get(target) ?? new Set();
    this.#importers.set(target, known.add(importer));
  }

  #reexportsOf(path, statements) {
    const found = new Map();
    for (const { isExport, names, from } of statements) {
      const target = isExport ? this.#resolve(path, from) : null;
      if (target !== null) for (const { name, as } of names ?? []) found.set(as, { target, name });
    }
    return found;
  }

  /** Files that declare the wanted names of a file; without names, or for its own, the file itself. */
  #declaring(target, names) {
    const through = this.#reexports.get(target);
    if (names === null || through === undefined || through.size === 0) return [target];
    return names.flatMap(({ name }) => {
      const next = through.get(name);
      return next ? this.#declaring(next.target, [{ name: next.name, as: next.name }]) : [target];
    });
  }

  #resolve(from, specifier) {
    const [plain = ''] = specifier.split('?');
    if (plain.startsWith('.')) {
      const path = normalize(join(dirname(from), plain));
      return existsSync(join(ROOT, path)) ? path : null;
    }
    return this.#entryPoints.get(plain) ?? null;
  }
}

function entryPoints(files) {
  const found = new Map();
  for (const name of new Set(files.flatMap((path) => /^packages\/([^/]+)\//.exec(path)?.[1] ?? []))) {
    const { exports: entries = {} } = JSON.parse(
      readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8'),
    );
    for (const [key, path] of Object.entries(entries))
      found.set(`@rastro/${name}${key.slice(1)}`, normalize(join('packages', name, path)));
  }
  return found;
}

function statementsOf(text) {
  const named = [...text.matchAll(STATEMENT)].map(([, kind, clause, from]) => ({
    isExport: kind === 'export',
    names: namesIn(clause),
    from,
  }));
  const bare = [...text.matchAll(BARE)].map(([, from]) => ({ isExport: false, names: null, from }));
  return [...named, ...bare];
}

/** Names of a clause; null = all: a default or a namespace. */
function namesIn(clause) {
  const inner = /^(?:type\s+)?\{([^}]*)\}\s*$/.exec(clause.trim())?.[1];
  if (inner === undefined) return null;
  return inner
    .split(',')
    .map((each) => each.trim().replace(/^type\s+/, ''))
    .filter(Boolean)
    .map((each) => {
      const [name = '', as = name] = each.split(/\s+as\s+/);
      return { name, as };
    });
}
