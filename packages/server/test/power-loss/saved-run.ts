import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { DiskCall } from './disk-calls.ts';
import type { RecordedRun } from './record-run.ts';

/** A small run that was recorded once, for machines without strace. `npm run power-loss -- --save` makes it again. */
export const SAVED_RUN = new URL('saved-run.json.gz', import.meta.url);

export function saveRun(run: RecordedRun): void {
  const calls = run.calls.map((call) =>
    call.kind === 'write' ? { ...call, bytes: call.bytes.toString('base64') } : call,
  );
  writeFileSync(SAVED_RUN, gzipSync(JSON.stringify({ ...run, calls }), { level: 9 }));
}

type SavedCall =
  | Exclude<DiskCall, { kind: 'write' }>
  | (Omit<DiskCall, 'bytes'> & { readonly bytes: string });

export function loadRun(): RecordedRun {
  const saved: Omit<RecordedRun, 'calls'> & { readonly calls: readonly SavedCall[] } = JSON.parse(
    gunzipSync(readFileSync(SAVED_RUN)).toString(),
  );
  const calls = saved.calls.map((call): DiskCall =>
    'bytes' in call ? (Object.assign(call, { bytes: Buffer.from(call.bytes, 'base64') }) as DiskCall) : call,
  );
  return { ...saved, calls };
}
