// oxlint, and a bound for what cannot be forbidden at a stroke: assertions that say more than the compiler knows
// (`value as Device`). Each package may have as many as it has today; who removes some lowers the bound.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

interface Diagnostic {
  readonly message: string;
  readonly code?: string;
  readonly severity: string;
  readonly filename: string;
  readonly labels?: readonly { readonly span: { readonly line: number } }[];
}
interface Report {
  readonly diagnostics: readonly Diagnostic[];
  readonly number_of_files: number;
}

const BOUNDS = 'tools/assertion-bounds.json';
const BOUNDED = 'no-unsafe-type-assertion';
const [offence, config = '.oxlintrc.json'] = process.argv.slice(2);
const where = offence === undefined ? [] : ['--no-ignore', '-c', config, offence];
const bounds =
  offence === undefined ? (JSON.parse(readFileSync(BOUNDS, 'utf8')) as Record<string, number>) : {};

const { diagnostics, number_of_files: looked } = lint();
const isBounded = ({ code }: Diagnostic): boolean => code?.includes(BOUNDED) ?? false;
const found = Map.groupBy(diagnostics.filter(isBounded), ({ filename }) => packageOf(filename));
const complaints = [
  ...diagnostics.filter((each) => !isBounded(each)).map(lineOf),
  ...[...new Set([...Object.keys(bounds), ...found.keys()])].flatMap((folder) => {
    const [count, bound] = [found.get(folder)?.length ?? 0, bounds[folder] ?? 0];
    if (count === bound) return [];
    if (count < bound)
      return [`${folder}: ${count} unsafe assertions are left; write ${count} into ${BOUNDS}`];
    const list = found.get(folder)?.map(lineOf).join('\n') ?? '';
    return [
      `${list}\n${folder}: ${count} unsafe assertions where ${bound} were; parse, or ask with a type guard`,
    ];
  }),
];
console.log([...complaints, `Checked ${looked} files`].join('\n'));
process.exitCode = complaints.length === 0 ? 0 : 1;

function lint(): Report {
  const args = ['--format', 'json', ...where];
  try {
    return JSON.parse(execFileSync('oxlint', args, { encoding: 'utf8', maxBuffer: 2 ** 28 })) as Report;
  } catch (error) {
    // It ends with 1 when it has found something.
    const { stdout } = error as { stdout?: string };
    if (stdout === undefined || !stdout.trimStart().startsWith('{')) throw error;
    return JSON.parse(stdout) as Report;
  }
}

function packageOf(filename: string): string {
  const [first = '', second = ''] = filename.split('/');
  return first === 'packages' && existsSync(first) ? `${first}/${second}` : first;
}

function lineOf({ filename, labels, message, code }: Diagnostic): string {
  return `${filename}:${labels?.[0]?.span.line ?? 0} ${code ?? ''} ${message}`;
}
