import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
/** Version of the server program (the interface shows its own, from the language files). */
export const VERSION: string = manifest.version;
