import { Throttle, type Clock } from '@rastro/base';
import type { QrCheckIn } from '@rastro/fleet';
import type { KeptCheckIn } from '@rastro/fleet/schemas';
import type { AuditStorage, ExtensionStorage } from '@rastro/storage';
import type { Acting } from '../acting.ts';
import { QrBook, type HearCheckIn } from './qr-book.ts';

/** What the rooms of the check-in stand on. */
export interface QrRoom {
  readonly storage: ExtensionStorage;
  /** The audit log beside which there is no other; null = that of the storage. */
  readonly log: Pick<AuditStorage, 'appendActions'> | null;
  readonly book: QrBook;
  /** Null = nobody has said as whom to act on the tracking server behind. */
  readonly acting: Acting | null;
  readonly brand: string;
  readonly clock: Clock;
  /** Of one account: codes that were none. */
  readonly wrongCodes: Throttle;
}
/** With a tracking server to act on. */
export type ActingRoom = QrRoom & { readonly acting: Acting };

const WRONG_CODES = 20;
const WINDOW_MS = 900_000;
/** @param hear Told who drives what, when it is durable. */
export const openQrRoom = (parts: Omit<QrRoom, 'book' | 'wrongCodes'>, hear: HearCheckIn): QrRoom => ({
  ...parts,
  book: new QrBook(parts, hear),
  wrongCodes: new Throttle(WRONG_CODES, WINDOW_MS, parts.clock),
});

const instantText = (instant: number): string => new Date(instant).toISOString();
/** A check-in as it is answered. */
export const shownCheckIn = (kept: KeptCheckIn): QrCheckIn => ({
  driverId: kept.driverId,
  driverName: kept.driverName,
  deviceId: kept.deviceId,
  deviceName: kept.deviceName,
  plate: kept.plate,
  since: instantText(kept.since),
  until: kept.until === null ? null : instantText(kept.until),
  end: kept.end,
  unlock: kept.unlock,
});
