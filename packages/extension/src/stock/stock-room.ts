import { Throttle, type Clock } from '@rastro/base';
import type { Device } from '@rastro/fleet';
import type { AuditStorage, ExtensionBatch, ExtensionStorage } from '@rastro/storage';
import type { Acting } from '../acting.ts';

/** What the rooms of the stock stand on. */
export interface StockRoom {
  readonly storage: ExtensionStorage;
  /** The audit log beside which there is no other; null = that of the storage. */
  readonly log: Pick<AuditStorage, 'appendActions'> | null;
  /** Null = nobody has said as whom to act on the tracking server behind. */
  readonly acting: Acting | null;
  readonly clock: Clock;
  /** Of one account: codes that were none. */
  readonly wrongCodes: Throttle;
}
export type ActingStock = StockRoom & { readonly acting: Acting };

const WRONG_CODES = 20;
const WINDOW_MS = 900_000;
export const openStockRoom = (parts: Omit<StockRoom, 'wrongCodes'>): StockRoom => ({
  ...parts,
  wrongCodes: new Throttle(WRONG_CODES, WINDOW_MS, parts.clock),
});

/** Changes with their lines of the audit log: in one commit where that log is the extension's own. */
export async function commitWith(
  { storage, log }: StockRoom,
  { actions = [], ...batch }: ExtensionBatch,
): Promise<void> {
  await storage.commit({ ...batch, actions: log ? [] : actions });
  if (actions.length > 0) await log?.appendActions(actions);
}

export const instantText = (instant: number): string => new Date(instant).toISOString();
export const modelOf = ({ model }: Pick<Device, 'model'>): string => model ?? '';
