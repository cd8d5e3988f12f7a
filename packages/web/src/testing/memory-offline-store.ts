import type { OfflineAccount, OfflineStore, OfflineFleet } from '../live/offline/offline-store.ts';

/**
 * In-memory storage of a browser: the rules of `OfflineStore` without IndexedDB, which tests outside a browser lack.
 */
export class MemoryOfflineStore implements OfflineStore {
  held: OfflineAccount | null = null;
  heldFleet: { readonly userId: number; readonly fleet: OfflineFleet } | null = null;

  account = (): Promise<OfflineAccount | null> => Promise.resolve(this.held);
  saveAccount = (offlineAccount: OfflineAccount): Promise<void> => {
    if (this.held?.userId !== offlineAccount.userId) this.heldFleet = null;
    this.held = offlineAccount;
    return Promise.resolve();
  };
  fleet = (userId: number): Promise<OfflineFleet | null> =>
    Promise.resolve(this.heldFleet?.userId === userId ? this.heldFleet.fleet : null);
  saveFleet = (userId: number, offlineFleet: OfflineFleet): Promise<void> => {
    if (this.held?.userId === userId) this.heldFleet = { userId, fleet: offlineFleet };
    return Promise.resolve();
  };
  wipe = (): Promise<void> => {
    this.held = null;
    this.heldFleet = null;
    return Promise.resolve();
  };
}
