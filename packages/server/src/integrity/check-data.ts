import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { checkAtRest, openStorage, type DatabaseReport, type Storage } from '@rastro/storage';
import { verifyTrips } from '@rastro/tracker';
import { pipelineOptions } from '../settings/pipeline-options.ts';
import type { Settings } from '../settings/registry.ts';
import { checkPictures } from './check-pictures.ts';
import { describeReport, describeStrangers } from './describe-report.ts';

interface DataCheck {
  readonly folder: string;
  readonly settings: Settings;
  readonly onStep: (step: string) => void;
}
interface DataReport {
  /** Damage and loss, a line each; empty = everything is there. */
  readonly wrong: readonly string[];
  /** Worth knowing, and no damage. */
  readonly notes: readonly string[];
}

/** Checks everything in a data folder that nobody uses: databases, documents, pictures, derived history. Changes nothing. */
export async function checkData({ folder, settings, onStep }: DataCheck): Promise<DataReport> {
  const reports = checkAtRest(folder, onStep);
  const tracking = reports.find(({ name }) => name === 'rastro.sqlite');
  const ofTracking = tracking && (await checkTracking({ folder, settings, onStep }, tracking));
  const nameOf = ofTracking?.nameOf ?? ((id: number) => `device ${id}`);
  return {
    wrong: [...reports.flatMap((report) => describeReport(report, nameOf)), ...(ofTracking?.wrong ?? [])],
    notes: [...reports.flatMap(describeStrangers), ...(ofTracking?.notes ?? [])],
  };
}

const NOTHING_WRONG = { missing: [], extra: 0 };

/** Checks what the tracking server makes of its database, as far as that can be read. */
async function checkTracking({ folder, settings, onStep }: DataCheck, { complaints }: DatabaseReport) {
  const wrong: string[] = [];
  const notes: string[] = [];
  const names = new Map<number, string>();
  const nameOf = (id: number): string => {
    const name = names.get(id);
    return name === undefined ? `device ${id}` : `${name} (ID ${id})`;
  };
  let storage: Storage | null = null;
  try {
    storage = await openStorage({ folder, isReadOnly: true });
    const devices = (await storage.documents('device')).map(({ id, body }) => ({ id, ...partsOf(body) }));
    for (const { id, name } of devices) names.set(id, name);
    onStep('pictures');
    const { missing, extra } =
      settings.MEDIA_URL === null ? checkPictures(join(folder, 'media'), devices) : NOTHING_WRONG;
    wrong.push(...missing);
    if (settings.MEDIA_URL !== null) notes.push('pictures are in a bucket (MEDIA_URL) and were not checked');
    if (extra > 0) notes.push(`pictures of ${extra} deleted devices are there`);
    onStep('derived history');
    await verifyTrips({
      storage,
      brand: settings.BRAND,
      pipeline: pipelineOptions(settings),
      repairs: false,
      onProgress: ({ deviceId, wrong: found }) => {
        onStep(`derived history: ${nameOf(deviceId)}`);
        if (found.length > 0)
          wrong.push(`derived history of ${nameOf(deviceId)} differs from its positions: run verify-trips`);
      },
    });
  } catch (error) {
    // With damaged pages that is expected; the damage itself was found before.
    const why = error instanceof Error ? error.message : String(error);
    (complaints.length > 0 ? notes : wrong).push(`documents and derived history cannot be checked: ${why}`);
  } finally {
    await storage?.close();
  }
  return { wrong, notes, nameOf };
}

function partsOf(body: unknown): { readonly name: string; readonly picture: string | null } {
  const { name, attributes } = documentSchema.parse(body);
  const { deviceImage } = attributes;
  return { name, picture: typeof deviceImage === 'string' && deviceImage !== '' ? deviceImage : null };
}
const documentSchema = z.object({ name: z.string(), attributes: z.record(z.string(), z.unknown()) });

/** True when a folder has something to check. */
export const hasData = (folder: string): boolean =>
  ['rastro.sqlite', 'extension.sqlite'].some((name) => existsSync(join(folder, name)));
