import { gatewayErrors, type ErrorReply } from './gateway-errors.ts';
import type { InvoiceToPay, SuspensionSource, Suspended } from './suspension-source.ts';
import type { TrackingServer } from './tracking-server.ts';

interface Deps {
  readonly suspensions: SuspensionSource;
  readonly tracking: Pick<TrackingServer, 'giverOf'>;
}
interface Account {
  readonly id: number;
  readonly administrator: boolean;
}
/** Of one account. */
export interface AccountStatus {
  /** Account whose payments decide; for a guest, the account that gave the share. */
  readonly payerId: number;
  readonly isGuest: boolean;
  readonly suspended: Suspended | null;
}

/** An administrator is never suspended; a guest is, whenever the giver of the share is. */
export async function accountStatus(
  { suspensions, tracking }: Deps,
  { id, administrator }: Account,
): Promise<AccountStatus> {
  const giverId = administrator ? null : await tracking.giverOf(id);
  const payerId = giverId ?? id;
  const suspended = administrator ? null : suspensions.of(payerId);
  return { payerId, isGuest: giverId !== null, suspended };
}

/** The same, checked again, so that a user who has just paid gets in. @returns null = not suspended. */
export async function stillSuspended(
  suspensionSource: SuspensionSource,
  { payerId, suspended }: AccountStatus,
): Promise<Suspended | null> {
  return suspended && suspensionSource.now(payerId);
}

export const suspensionError = (
  { isGuest }: AccountStatus,
  suspended: Suspended,
  invoices: readonly InvoiceToPay[],
): ErrorReply => (isGuest ? gatewayErrors.shareSuspended() : gatewayErrors.suspended(suspended, invoices));
