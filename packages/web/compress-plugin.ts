import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(?:m?js|css|html|json|svg|webmanifest)$/;
/** Below this a compressed copy saves nothing worth a file. */
const MIN_BYTES = 1024;

/** Writes `.br` and `.gz` beside each built file, so that the server compresses nothing while people wait. */
export function compress(): Plugin {
  let folder = '';
  return {
    name: 'compress',
    apply: 'build',
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      await Promise.all(
        names.filter((name) => COMPRESSIBLE.test(name)).map((name) => pack(join(folder, name))),
      );
    },
  };
}

async function pack(file: string): Promise<void> {
  const bytes = readFileSync(file);
  if (bytes.length < MIN_BYTES) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, quality));
  writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}
