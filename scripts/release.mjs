// npm run release: one archive with the built web application and production dependencies only, its list of parts
// (CycloneDX) and the licenses of everybody whose work is in it. Nothing needs building where it is unpacked.
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
/** Files that the server does not run: tests and their helpers, and the sources of built files. */
const NOT_SHIPPED =
  /(?:\.test\.tsx?$|^packages\/[^/]+\/test\/|^packages\/web\/|\/testing\/|\/contract\/|SPEC\.md$)/;
const SHIPPED = ['package.json', 'package-lock.json', 'packages', 'deploy', 'docs/deploy.md', 'scripts'];
const SCRIPTS = /^scripts\/(?!backup\.mjs|verify-[a-z]+\.mjs|lib\/)/;
const LICENSES = /^(?:licen[cs]e|copying|notice)/i;

orExplain(async () => {
  await ensureInstalled();
  await ensureWebAlone();
  rmSync(STAGE, { recursive: true, force: true });
  copySources();
  await installProduction();
  writeFileSync(join(FOLDER, 'sbom.json'), await sbom());
  writeFileSync(join(FOLDER, 'THIRD-PARTY-NOTICES.txt'), notices());
  const archive = pack();
  const hash = createHash('sha256').update(readFileSync(archive)).digest('hex');
  writeFileSync(`${archive}.sha256`, `${hash}  ${NAME}.tar.gz\n`);
  process.stdout.write(`${archive}\n${hash}\n`);
});

function copySources() {
  const tracked = execFileSync('git', ['ls-files', '--', ...SHIPPED], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(ROOT, path)));
  const shipped = tracked.filter(
    (path) => path === 'packages/web/package.json' || !(NOT_SHIPPED.test(path) || SCRIPTS.test(path)),
  );
  for (const path of shipped) {
    mkdirSync(dirname(join(FOLDER, path)), { recursive: true });
    cpSync(join(ROOT, path), join(FOLDER, path));
  }
  cpSync(join(ROOT, 'packages/web/dist'), join(FOLDER, 'packages/web/dist'), { recursive: true });
  chmodSync(join(FOLDER, 'deploy/rastro'), 0o755);
}

/** Installs by the lock file, without the web application's own packages: they are in what was built. */
async function installProduction() {
  const workspaces = readdirSync(join(FOLDER, 'packages'))
    .filter((name) => name !== 'web')
    .map((name) => `--workspace=@rastro/${name}`);
  const args = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await must('npm', [...args, '--include-workspace-root', ...workspaces], { cwd: FOLDER, quiet: true });
}

/** Everything the archive has of others, in CycloneDX. */
const sbom = () =>
  must('npm', ['sbom', '--omit=dev', '--sbom-format=cyclonedx', '--sbom-type=application'], {
    cwd: FOLDER,
    quiet: true,
  });

/** The licenses of the packages of the server, and of those whose code is in the built web application. */
function notices() {
  const folders = [join(FOLDER, 'node_modules'), join(ROOT, 'node_modules')];
  const ofWeb = new Set(webPackages());
  const seen = new Map();
  for (const [at, folder] of folders.entries())
    for (const manifest of globSync(['*/package.json', '@*/*/package.json'], { cwd: folder })) {
      const name = dirname(manifest);
      if (name.startsWith('@rastro') || (at === 1 && !ofWeb.has(name))) continue;
      const home = join(folder, name);
      const { version: own, license = 'unknown' } = JSON.parse(
        readFileSync(join(home, 'package.json'), 'utf8'),
      );
      const texts = readdirSync(home).filter((file) => LICENSES.test(file));
      const said = texts.map((file) => readFileSync(join(home, file), 'utf8').trim()).join('\n\n');
      seen.set(`${name}@${own}`, `${name} ${own} (${license})\n\n${said}\n`);
    }
  return [...seen.keys()]
    .toSorted((a, b) => a.localeCompare(b))
    .map((key) => seen.get(key))
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** Names of the packages that the web application depends on, at any depth. */
function webPackages() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const names = new Set();
  const add = (wanted) => {
    for (const name of Object.keys(wanted ?? {})) {
      if (names.has(name)) continue;
      names.add(name);
      add(packages[`node_modules/${name}`]?.dependencies);
    }
  };
  add(packages['packages/web'].dependencies);
  return names;
}

/** The same files make the same archive: sorted, without owner, dated like the commit. */
function pack() {
  const archive = join(OUT, `${NAME}.tar.gz`);
  mkdirSync(OUT, { recursive: true });
  const dated = execFileSync('git', ['log', '-1', '--format=%cI'], { cwd: ROOT, encoding: 'utf8' }).trim();
  const owned = ['--sort=name', `--mtime=${dated}`, '--owner=0', '--group=0', '--numeric-owner'];
  execFileSync('tar', ['-C', STAGE, ...owned, '--use-compress-program=gzip -n', '-cf', archive, NAME]);
  return archive;
}
