import type { CostLine, TankCheck, UnbilledFill } from '@rastro/fleet/costs';
import type { PlacedFill } from './tank-levels.ts';

/** Fuel that was billed, and what is known of it in the tank. */
export interface BillRow {
  readonly kind: 'bill';
  readonly line: CostLine;
  readonly check: TankCheck<PlacedFill>;
}
/** Fuel that came into a tank, and that no bill is of. */
export interface FillRow {
  readonly kind: 'fill';
  readonly deviceId: number;
  readonly deviceName: string;
  readonly found: UnbilledFill<PlacedFill>;
}
export type TankRow = BillRow | FillRow;
