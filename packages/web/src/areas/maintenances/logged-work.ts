import { metresFrom, type ServiceEntry } from '@rastro/fleet';
import type { DefectRepair } from '@rastro/fleet/inspections';

/** Work of a service log: an entry of it, or the repair of a defect. */
export interface LoggedWork extends Pick<
  ServiceEntry,
  'deviceName' | 'maintenanceName' | 'time' | 'odometer' | 'hours' | 'cost' | 'notes' | 'userName'
> {
  readonly key: string;
  /** Entry that can be deleted; null = a repair, which stays with its defect. */
  readonly entry: ServiceEntry | null;
  /** 0 = none. */
  readonly defectId: number;
}
export interface RepairTexts {
  readonly nameOf: (repair: DefectRepair) => string;
  readonly byOf: (repair: DefectRepair) => string;
}

/** Entries of a service log and repairs of defects, newest first. */
export function loggedWork(
  entries: readonly ServiceEntry[],
  repairs: readonly DefectRepair[],
  { nameOf, byOf }: RepairTexts,
): readonly LoggedWork[] {
  const own = entries.map((entry): LoggedWork => ({
    ...entry,
    key: `entry ${entry.id}`,
    entry,
    defectId: 0,
  }));
  const signed = repairs.map((repair): LoggedWork => ({
    key: `repair ${repair.defectId} ${repair.id}`,
    entry: null,
    defectId: repair.defectId,
    deviceName: repair.deviceName,
    maintenanceName: nameOf(repair),
    time: repair.at,
    odometer: repair.odometerKm === null ? null : metresFrom(repair.odometerKm, 'km'),
    hours: null,
    cost: repair.cost,
    notes: repair.note === '' ? null : repair.note,
    userName: byOf(repair),
  }));
  return [...own, ...signed].toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time));
}
