import type { KeptAccount, KeptBook, KeptFleet } from '../live/kept/kept-book.ts';

/** What a browser keeps, in memory: the rules of `KeptBook` without IndexedDB, which tests outside a browser lack. */
export class MemoryKept implements KeptBook {
  held: KeptAccount | null = null;
  heldFleet: { readonly userId: number; readonly fleet: KeptFleet } | null = null;

  account = (): Promise<KeptAccount | null> => Promise.resolve(this.held);
  keepAccount = (account: KeptAccount): Promise<void> => {
    if (this.held?.userId !== account.userId) this.heldFleet = null;
    this.held = account;
    return Promise.resolve();
  };
  fleet = (userId: number): Promise<KeptFleet | null> =>
    Promise.resolve(this.heldFleet?.userId === userId ? this.heldFleet.fleet : null);
  keepFleet = (userId: number, fleet: KeptFleet): Promise<void> => {
    if (this.held?.userId === userId) this.heldFleet = { userId, fleet };
    return Promise.resolve();
  };
  wipe = (): Promise<void> => {
    this.held = null;
    this.heldFleet = null;
    return Promise.resolve();
  };
}
