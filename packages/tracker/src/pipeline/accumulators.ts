import { NO_CORRECTION, type PendingCorrection } from '@rastro/storage';
import type { DeviceMemory, LiveDevice } from './live-device.ts';

/** Totals to set by hand: meters, milliseconds. */
export interface Accumulators {
  readonly totalDistance?: number;
  readonly hours?: number;
}

/** Corrections by late records that the totals still lack. */
export const remainingCorrection = (
  pendingCorrection: PendingCorrection,
  paid: PendingCorrection,
): PendingCorrection =>
  pendingCorrection === paid
    ? NO_CORRECTION
    : {
        distanceM: pendingCorrection.distanceM - paid.distanceM,
        engineMs: pendingCorrection.engineMs - paid.engineMs,
      };

/** A total set by hand includes its missing correction; the other total is unchanged. */
export function totalsSet(
  { totalDistance, hours }: Accumulators,
  fixTime: number,
  { pendingCorrection, pending }: LiveDevice,
): Pick<DeviceMemory, 'paid' | 'setAt'> {
  const { paid, setAt } = pending.memory;
  const [isFar, isLong] = [totalDistance !== undefined, hours !== undefined];
  return {
    paid: {
      distanceM: isFar ? pendingCorrection.distanceM : paid.distanceM,
      engineMs: isLong ? pendingCorrection.engineMs : paid.engineMs,
    },
    setAt: { distance: isFar ? fixTime : setAt.distance, engine: isLong ? fixTime : setAt.engine },
  };
}
