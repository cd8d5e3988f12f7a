import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'src/app/screens');

/** Files of the screens that the registry marks, read as text: the build does not run the application. */
export function markedScreens(mark: 'likely' | 'offline'): ReadonlySet<string> {
  const entries = readdirSync(FOLDER)
    .filter((name) => name.endsWith('-screens.ts'))
    .flatMap((name) => readFileSync(join(FOLDER, name), 'utf8').split(/(?=\bpath: ')/));
  const files = entries
    .filter((entry) => entry.includes(`${mark}: true`))
    .flatMap((entry) => /\bimport\('([^']+)'\)/.exec(entry)?.[1] ?? []);
  return new Set(files.map((file) => join(FOLDER, file)));
}
