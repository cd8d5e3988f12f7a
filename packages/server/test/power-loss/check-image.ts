import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkAtRest, openExtensionStorage, openStorage, type Storage } from '@rastro/storage';
import { verifyTrips } from '@rastro/tracker';
import { pipelineOptions } from '../../src/settings/pipeline-options.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { storedTimes } from '../kill-test-server.ts';
import type { DiskImage } from './build-image.ts';
import type { RecordedRun } from './record-run.ts';

/** Opens an image and says what is wrong with it; empty = it has all that was promised before the loss, once. */
export async function checkImage(
  { files, at }: DiskImage,
  run: RecordedRun,
  folder: string,
): Promise<{ readonly wrong: readonly string[]; readonly derived: number }> {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  mkdirSync(folder, { recursive: true });
  const wrong: string[] = [];
  let derived = 0;
  try {
    const storage = await openStorage({ folder });
    try {
      const history = await derivedOf(storage);
      derived = history.checked;
      wrong.push(...(await eventsOf(storage)), ...history.wrong);
    } finally {
      await storage.close();
    }
    await (await openExtensionStorage({ folder })).close();
    const reports = checkAtRest(folder, () => {});
    wrong.push(
      ...reports.flatMap(({ complaints, unparsed }) => [
        ...complaints,
        ...unparsed.map(({ table, column }) => `${table}.${column} cannot be parsed`),
      ]),
    );
    wrong.push(...(await promisedOf(folder, run, at)));
  } catch (error) {
    wrong.push(error instanceof Error ? error.message : String(error));
  }
  return { wrong, derived };
}

async function promisedOf(folder: string, run: RecordedRun, at: number): Promise<readonly string[]> {
  const promised = run.promises.findLast((each) => each.at < at);
  if (!promised) return [];
  const stored = await storedTimes(folder, run.imeis);
  return run.imeis.flatMap((imei, i) => {
    const times = stored.get(imei) ?? [];
    const unique = new Set(times);
    const lost = (run.acknowledged[i] ?? []).slice(0, promised.counts[i]).filter((time) => !unique.has(time));
    return [
      ...(unique.size === times.length ? [] : [`${imei}: a record is there twice`]),
      ...(lost.length === 0 ? [] : [`${imei}: ${lost.length} acknowledged records are lost`]),
    ];
  });
}

/** Events are stored with their record, each once. */
async function eventsOf(storage: Storage): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const { id: deviceId } of await storage.documents('device')) {
    const seen = new Set<string>();
    const all = { deviceId, from: 0, to: Number.MAX_SAFE_INTEGER, pageSize: 1000 };
    for await (const page of storage.events(all)) {
      const ids = page.map(({ positionId }) => positionId).filter((id) => id > 0);
      const found = new Set((await storage.positionsById(ids)).map(({ id }) => id));
      for (const { type, positionId, geofenceId } of page) {
        const key = `${type} ${positionId} ${geofenceId}`;
        if (positionId > 0 && seen.has(key)) wrong.push(`event twice: ${key}`);
        seen.add(key);
        if (positionId > 0 && !found.has(positionId)) wrong.push(`event without its position: ${key}`);
      }
    }
  }
  return wrong;
}

async function derivedOf(
  storage: Storage,
): Promise<{ readonly checked: number; readonly wrong: readonly string[] }> {
  const wrong: string[] = [];
  const { checked } = await verifyTrips({
    storage,
    brand: 'rastro',
    pipeline: pipelineOptions(readSettings({}, null)),
    repairs: false,
    onProgress: ({ deviceId, wrong: parts }) => {
      if (parts.length > 0) wrong.push(`derived history of device ${deviceId}: ${parts.join()}`);
    },
  });
  return { checked, wrong };
}
