import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Files git knows below a folder; all files when it is no checkout of its own (a planted offense). */
export function filesBelow(folder: string | undefined): readonly string[] {
  if (folder !== undefined)
    return globSync('**/*', { cwd: folder })
      .map((name) => join(folder, name))
      .filter(isFile);
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const names = execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\n');
  return names.filter((name) => name !== '' && existsSync(name) && !name.startsWith('tools/canaries/'));
}

function isFile(path: string): boolean {
  try {
    readdirSync(path);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOTDIR';
  }
}
