import { host } from '@rastro/base/host';
import type { Clock } from '@rastro/base';
import { isHiddenDevice, noticeOf, type LastService } from '@rastro/fleet';
import type { ServiceStorage } from '@rastro/storage';
import type { DeviceEntity, Directory } from '../directory/directory.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { GroupCommit } from '../pipeline/group-commit.ts';
import type { LiveDevices } from '../pipeline/live-device.ts';
import type { OwnPartitions } from '../pipeline/own-partitions.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { ReferenceData } from '../pipeline/reference-data.ts';
import { lastByKey, lastKey, meterOf, noticeBefore } from './due-list.ts';

interface Deps {
  readonly clock: Clock;
  readonly log: IngestLog;
  readonly storage: Pick<ServiceStorage, 'lastServices'>;
  readonly directory: Directory;
  readonly around: ReferenceData;
  readonly live: LiveDevices;
  readonly pipeline: Pipeline;
  readonly commits: GroupCommit;
  readonly own: OwnPartitions;
}
const CHECK_MS = 60_000;

/**
 * Notifies of maintenances before they are due. The notice is stored with the vehicle, in the transaction of the event:
 * once for each due point, over restarts. It reads the newest position, which no late record moves.
 * @returns a function that stops the watch.
 */
export function watchMaintenance(deps: Deps): () => void {
  const check = (): void =>
    void notifyMaintenance(deps).catch((error: unknown) =>
      deps.log.error({ err: error }, 'cannot look after maintenances'),
    );
  const timer = host.setInterval(check, CHECK_MS);
  timer.unref();
  check();
  return () => host.clearInterval(timer);
}

/** Checks once. */
export async function notifyMaintenance(deps: Deps): Promise<void> {
  const { storage, directory, pipeline, commits, clock, own } = deps;
  const isWanted = directory.linked.maintenance
    .inOrder()
    .some((each) => noticeBefore(directory.brand, each) > 0);
  if (!isWanted) return;
  const last = await lastByKey(storage, null);
  for (const device of directory.devices.inOrder()) {
    if (isHiddenDevice(device) || !own.owns(device.id)) continue;
    const reminders = remindersOf(deps, device, last);
    if (reminders.length > 0)
      commits.add(pipeline.remind(device.id, reminders, clock.now()), nothing, nothing);
  }
}

function remindersOf(
  { directory, around, live, clock }: Deps,
  device: DeviceEntity,
  lastOf: ReadonlyMap<string, LastService>,
): Parameters<Pipeline['remind']>[1] {
  const { position, memory } = live.of(device.id).pending;
  return around.maintenanceOf(device).flatMap((maintenance) => {
    const { id, type } = maintenance;
    const before = noticeBefore(directory.brand, maintenance);
    const value = before > 0 ? meterOf(type, position, clock.now()) : null;
    if (value === null) return [];
    const last = lastOf.get(lastKey(device.id, id)) ?? null;
    const due = noticeOf(maintenance, { value, last, before });
    const key = `maintenance:${id}`;
    if (due === null || memory.told[key] === String(due)) return [];
    const attributes = { [type]: value, due, left: due - value };
    return [
      { key, occurrence: String(due), type: 'maintenanceSoon' as const, maintenanceId: id, attributes },
    ];
  });
}

const nothing = (): void => {};
