import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';

const machine = `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown'}`;
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();

/** The value below which a share of the values lie. */
export function p(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** One figure per line, with where it was taken. */
export function print(bench: string, figures: Readonly<Record<string, number | boolean>>): void {
  const rounded = Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      typeof value === 'number' ? Math.round(value * 100) / 100 : value,
    ]),
  );
  console.log(JSON.stringify({ bench, ...rounded, machine, commit }));
}
