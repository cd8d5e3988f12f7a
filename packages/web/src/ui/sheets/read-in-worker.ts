import type { Language } from '@rastro/fleet';
import type { TableResult } from './read-table.ts';
import type { TableRequest } from './table-worker.ts';

export type ReadTable = (bytes: ArrayBuffer, language: Language) => Promise<TableResult>;

/** Reads a spreadsheet away from the screen. */
export const readInWorker: ReadTable = (bytes, language) => {
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url), { type: 'module' });
  const answered = new Promise<TableResult>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<TableResult>) => resolve(data));
    worker.addEventListener('error', () => resolve({ ok: false, why: 'format' }));
  });
  worker.postMessage({ bytes, language } satisfies TableRequest, [bytes]);
  return answered.finally(() => worker.terminate());
};
