import { refusals, type Refusal } from './refusal.ts';
import type { InvoiceToPay, Standing, Suspended } from './standing.ts';
import type { TrackingServer } from './tracking-server.ts';

interface Deps {
  readonly standing: Standing;
  readonly tracking: Pick<TrackingServer, 'giverOf'>;
}
interface Account {
  readonly id: number;
  readonly administrator: boolean;
}
/** Of one account. */
export interface AccountStatus {
  /** Whose payments decide: a guest's are those of whoever gave the share. */
  readonly payerId: number;
  readonly isGuest: boolean;
  readonly suspended: Suspended | null;
}

/** An administrator is never suspended; a guest is, whenever the giver of the share is. */
export async function accountStatus(
  { standing, tracking }: Deps,
  { id, administrator }: Account,
): Promise<AccountStatus> {
  const giverId = administrator ? null : await tracking.giverOf(id);
  const payerId = giverId ?? id;
  const suspended = administrator ? null : standing.of(payerId);
  return { payerId, isGuest: giverId !== null, suspended };
}

/** The same looked at anew, so that whoever has just paid comes in. @returns null = not suspended. */
export async function stillSuspended(
  standing: Standing,
  { payerId, suspended }: AccountStatus,
): Promise<Suspended | null> {
  return suspended && standing.now(payerId);
}

export const suspensionRefusal = (
  { isGuest }: AccountStatus,
  suspended: Suspended,
  invoices: readonly InvoiceToPay[],
): Refusal => (isGuest ? refusals.shareResting() : refusals.suspended(suspended, invoices));
