import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { must, NODE, ROOT, run } from './run.mjs';

const MIN_NODE = 20;
const INSTALLED = join(ROOT, 'node_modules/.installed');
const WEB = join(ROOT, 'packages/web');
const DIST = join(WEB, 'dist');
/** Where a build is made, seen from the web application. */
const NEXT = '.cache/dist';
/** Sources of the web application built in a folder. */
const BUILT = '.built';
/** The names of the parts that a build made itself. */
const PARTS = '.parts';
/** Sources of the built web application. */
const WEB_SOURCES = ['base', 'fleet', 'tracking-client', 'web'].map((name) => `packages/${name}`);
const NOT_SOURCES = new Set(['node_modules', 'dist', '.git', '.cache']);
/** A build writes it next to the sources. */
const MADE = join(WEB, 'public/base-map');

/** Installs the dependencies of the lock file, unless that was done for this very lock file. */
export async function ensureInstalled() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < MIN_NODE) {
    throw new Error(`Cannot run on Node ${process.versions.node}: install Node ${MIN_NODE} or newer`);
  }
  const wanted = hashOf([join(ROOT, 'package-lock.json')]);
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === wanted && existsSync(NODE)) return;
  process.stderr.write('Installing dependencies (about a minute, once) …\n');
  // No script of a package runs: what one of them would fetch the lock file knows nothing of.
  await must('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    quiet: true,
  });
  if (!existsSync(NODE))
    throw new Error('Cannot find the pinned Node after npm ci: are optional dependencies disabled?');
  writeFileSync(INSTALLED, wanted);
}

/** The files of which the web application is built. */
export const webSources = () => [
  join(ROOT, 'package-lock.json'),
  ...WEB_SOURCES.flatMap((dir) => filesIn(join(ROOT, dir))).filter((path) => !path.startsWith(`${MADE}/`)),
];

/**
 * Builds the web application when its sources changed since the last build. A running server continues: the new build
 * is made in another folder and replaces the former one, whose parts it retains for open pages.
 */
export async function ensureWebBuilt() {
  const wanted = hashOf(webSources());
  if (textOf(join(DIST, BUILT)) === wanted) return;
  process.stderr.write('Building the web application …\n');
  const next = join(WEB, NEXT);
  const aside = ['--', '--outDir', NEXT, '--emptyOutDir'];
  await must('npm', ['run', 'build', '--silent', '--workspace', '@rastro/web', ...aside], { quiet: true });
  writeFileSync(join(next, PARTS), readdirSync(join(next, 'assets')).join('\n'));
  writeFileSync(join(next, BUILT), wanted);
  takePlace(next, DIST);
}

/** Moves a new build to the place of the former one, and adds the former one's own parts. */
export function takePlace(next, dist) {
  for (const part of textOf(join(dist, PARTS)).split('\n').filter(Boolean)) {
    const [from, to] = [join(dist, 'assets', part), join(next, 'assets', part)];
    if (existsSync(from) && !existsSync(to)) copyFileSync(from, to);
  }
  const former = `${next}.former`;
  rmSync(former, { recursive: true, force: true });
  if (existsSync(dist)) renameSync(dist, former);
  renameSync(next, dist);
  rmSync(former, { recursive: true, force: true });
}

/** Builds the web application and takes the parts of the former build away: what is measured is this one. */
export async function ensureWebAlone() {
  await ensureWebBuilt();
  const own = new Set(textOf(join(DIST, PARTS)).split('\n'));
  for (const part of readdirSync(join(DIST, 'assets')))
    if (!own.has(part)) rmSync(join(DIST, 'assets', part));
}

/** '' = there is none. */
const textOf = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Chromium without windows, which takes a tenth less of the processor. */
const SHELL = '/usr/bin/chromium-headless-shell';
const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
const APT = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
const APT_INSTALL = ['install', '-y', '--no-install-recommends'];

/**
 * Chromium for the browser tests: found, or installed where we may.
 * @returns {Promise<{ whole: string, shell: string }>} Paths; `shell` is the whole one where there is no other.
 */
export async function ensureChromium() {
  const own = process.env.CHROMIUM;
  const found = own ?? BROWSERS.find((path) => existsSync(path));
  if (found === undefined) await installChromium();
  const whole = found ?? BROWSERS[0];
  return { whole, shell: own === undefined && existsSync(SHELL) ? SHELL : whole };
}

async function installChromium() {
  if (!mayInstall()) {
    throw new Error(
      'Cannot find Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM to its path',
    );
  }
  process.stderr.write('Installing Chromium (Debian package) …\n');
  await run('apt-get', ['update'], { quiet: true });
  await must('apt-get', [...APT_INSTALL, 'chromium', 'fonts-dejavu-core'], APT);
  // Not every Debian has it.
  await run('apt-get', [...APT_INSTALL, 'chromium-headless-shell'], APT);
}

/** All files below a folder but what is made and installed. */
export function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !NOT_SOURCES.has(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : [path];
    });
}

/** One hash of the names and contents of files. */
export function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files.toSorted())
    hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}
