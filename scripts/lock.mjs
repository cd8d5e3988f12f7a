// npm run lock: writes package-lock.json again after a change of dependencies.
// A registry mirror may lack binaries for platforms other than its own; npm then leaves them out of the lock,
// and `npm ci` fails everywhere. So the platforms that packages name are added from their names.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { orExplain } from './lib/failing.mjs';
import { must, ROOT } from './lib/run.mjs';

const LOCK = join(ROOT, 'package-lock.json');
const SYSTEMS = [
  'darwin',
  'linux',
  'win32',
  'freebsd',
  'android',
  'openharmony',
  'netbsd',
  'openbsd',
  'sunos',
  'aix',
];
const PROCESSORS = [
  'x64',
  'arm64',
  'arm',
  'ia32',
  'ppc64',
  's390x',
  'riscv64',
  'loong64',
  'mips64el',
  'wasm32',
];

orExplain(async () => {
  rmSync(LOCK, { force: true });
  rmSync(join(ROOT, 'node_modules'), { recursive: true, force: true });
  await must('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error']);
  const lock = JSON.parse(readFileSync(LOCK, 'utf8'));
  const added = complete(lock.packages);
  writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(`package-lock.json: ${added} packages of other platforms written in\n`);
});

function complete(packages) {
  let added = 0;
  for (const { optionalDependencies = {} } of Object.values(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const place = `node_modules/${name}`;
      if (packages[place] || !/^\d/.test(version)) continue;
      packages[place] = { version, optional: true, ...platformOf(name) };
      added++;
    }
  }
  return added;
}

function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  const libc = words.includes('musl')
    ? ['musl']
    : words.includes('gnu') && os.includes('linux')
      ? ['glibc']
      : [];
  return { ...(cpu.length > 0 && { cpu }), ...(os.length > 0 && { os }), ...(libc.length > 0 && { libc }) };
}
