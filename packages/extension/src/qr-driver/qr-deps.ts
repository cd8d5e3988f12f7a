import { Throttle, type Clock, type Limits } from '@rastro/base';
import type { QrCheckIn } from '@rastro/fleet';
import type { StoredCheckIn } from '@rastro/fleet/schemas';
import type { AuditStorage, ExtensionStorage } from '@rastro/storage';
import type { TrackingApi } from '../tracking-api.ts';
import { CheckInStore, type OnCheckIn } from './check-in-store.ts';

/** Dependencies of the check-in modules. */
export interface QrDeps {
  readonly storage: ExtensionStorage;
  /** The audit log beside which there is no other; null = that of the storage. */
  readonly log: Pick<AuditStorage, 'appendActions'> | null;
  readonly checkInStore: CheckInStore;
  /** Null = no account is configured for the tracking server behind. */
  readonly trackingApi: TrackingApi | null;
  readonly brand: string;
  readonly clock: Clock;
  /** Counted together by all processes. */
  readonly limits: Limits;
  /** Whether something is wrong with a vehicle, so that nobody checks in to it. */
  readonly isUnsafe: (wanted: {
    /** Account that gave the driver access. */
    readonly ownerId: number;
    readonly deviceId: number;
    readonly at: number;
  }) => Promise<boolean>;
  /** Of one account: codes that were none. */
  readonly wrongCodes: Throttle;
}
/** With a tracking server to act on. */
export type QrContext = QrDeps & { readonly trackingApi: TrackingApi };

const WRONG_CODES = 20;
const WINDOW_MS = 900_000;
/** @param onCheckIn Called with each durable check-in. */
export const createQrDeps = (
  deps: Omit<QrDeps, 'checkInStore' | 'wrongCodes'>,
  onCheckIn: OnCheckIn,
): QrDeps => ({
  ...deps,
  checkInStore: new CheckInStore(deps, onCheckIn),
  wrongCodes: new Throttle(WRONG_CODES, WINDOW_MS, deps.clock).sharedAs('qr-codes', deps.limits),
});

const instantText = (instant: number): string => new Date(instant).toISOString();
/** A check-in as it is answered. */
export const serializeCheckIn = (stored: StoredCheckIn): QrCheckIn => ({
  driverId: stored.driverId,
  driverName: stored.driverName,
  deviceId: stored.deviceId,
  deviceName: stored.deviceName,
  plate: stored.plate,
  since: instantText(stored.since),
  until: stored.until === null ? null : instantText(stored.until),
  end: stored.end,
  unlock: stored.unlock,
});
