import { Throttle, type Clock, type Limits } from '@rastro/base';
import type { Device } from '@rastro/fleet';
import type { AuditStorage, ExtensionBatch, ExtensionStorage } from '@rastro/storage';
import type { TrackingApi } from '../tracking-api.ts';

/** Dependencies of the stock modules. */
export interface StockDeps {
  readonly storage: ExtensionStorage;
  /** The audit log beside which there is no other; null = that of the storage. */
  readonly log: Pick<AuditStorage, 'appendActions'> | null;
  /** Null = no account is configured for the tracking server behind. */
  readonly trackingApi: TrackingApi | null;
  readonly clock: Clock;
  /** Counted together by all processes. */
  readonly limits: Limits;
  /** Of one account: codes that were none. */
  readonly wrongCodes: Throttle;
}
export type StockContext = StockDeps & { readonly trackingApi: TrackingApi };

const WRONG_CODES = 20;
const WINDOW_MS = 900_000;
export const createStockDeps = (deps: Omit<StockDeps, 'wrongCodes'>): StockDeps => ({
  ...deps,
  wrongCodes: new Throttle(WRONG_CODES, WINDOW_MS, deps.clock).sharedAs('stock-codes', deps.limits),
});

/** Changes with their lines of the audit log: in one commit where that log is the extension's own. */
export async function commitWith(
  { storage, log }: StockDeps,
  { actions = [], ...batch }: ExtensionBatch,
): Promise<void> {
  await storage.commit({ ...batch, actions: log ? [] : actions });
  if (actions.length > 0) await log?.appendActions(actions);
}

export const instantText = (instant: number): string => new Date(instant).toISOString();
export const modelOf = ({ model }: Pick<Device, 'model'>): string => model ?? '';
