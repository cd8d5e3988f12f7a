import type { TravelSource } from '../routing/ports.ts';

/** `late` = it will be reached after its time window; `atRisk` = it may be. */
export const STOP_RISKS = ['none', 'atRisk', 'late'] as const;
export type StopRisk = (typeof STOP_RISKS)[number];

/** A stop as it really goes. Instants are ISO 8601. */
export interface LiveStop {
  readonly orderId: number;
  /** Found by the fence of the stop, or reported; null = not yet. */
  readonly arrivedAt: string | null;
  readonly leftAt: string | null;
  /** From where the vehicle is now; null = it was there, it is done, or nothing is known of the vehicle or the place. */
  readonly expected: { readonly at: string; readonly from: string; readonly to: string } | null;
  readonly risk: StopRisk;
}
/** A route as it really goes. */
export interface LiveRoute {
  /** Last position of the vehicle; null = none. */
  readonly positionAt: string | null;
  /** The last position is too old to expect anything from it. */
  readonly isSilent: boolean;
  readonly stops: readonly LiveStop[];
  /** Arrival at the end place, or end of the last stop; null = not known. */
  readonly endsAt: string | null;
  readonly travel: TravelSource;
}
