// Installed packages match the lock: every package has the hash of its contents, and none names a host. The binaries of
// platforms that the lock was not made on are added from their names (scripts/lock.mjs) and have no hash; npm installs
// them on those platforms alone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Locked {
  readonly version?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

const file = join(process.argv[2] ?? '.', 'package-lock.json');
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Locked> };
const installed = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
);

/** Where CI and most servers run. */
const isOurs = ({ os = [], cpu = [], libc = [] }: Locked): boolean =>
  (os.length === 0 || os.includes('linux')) &&
  (cpu.length === 0 || cpu.includes('x64')) &&
  (libc.length === 0 || libc.includes('glibc'));
const isForeignBinary = (entry: Locked): boolean => entry.optional === true && !isOurs(entry);

const complaints = installed.flatMap(([path, entry]) => [
  ...(entry.integrity === undefined && !isForeignBinary(entry) ? [`${path}: has no integrity`] : []),
  ...(/^https?:/.test(entry.resolved ?? '') ? [`${path}: names a host`] : []),
]);
const hashed = installed.filter(([, { integrity }]) => integrity !== undefined).length;
console.log([...complaints, `${installed.length} packages, ${hashed} with integrity`].join('\n'));
process.exitCode = complaints.length === 0 ? 0 : 1;
