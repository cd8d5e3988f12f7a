import { isShared, type User } from '@rastro/fleet';
import type { ExtensionReply } from './extension-route.ts';
import type { TrackingApi } from './tracking-api.ts';
import { soon } from './with-tracking-api.ts';

/** Companies as a user sees them. */
export interface SeenCompanies {
  /** Account whose things the user makes. */
  readonly own: number;
  /** Accounts whose things the user sees; null = everybody's. */
  readonly seen: readonly number[] | null;
}
/** @throws TrackingFailure when nobody can say who works for whom. */
export type CompaniesOf = (caller: Pick<User, 'id' | 'administrator'>) => Promise<SeenCompanies>;

/** Things of companies that a user sees, and of which of their vehicles. */
export interface CompanySight extends SeenCompanies {
  /** Things of other vehicles are not shown; 0 = nobody's yet. Null = of every vehicle. */
  readonly deviceIds: ReadonlySet<number> | null;
}
interface SightDeps {
  readonly companiesOf: CompaniesOf;
  readonly trackingApi: TrackingApi;
}

/** Things of no vehicle, and those of the vehicles that the caller sees; of their own company the account sees all. */
export async function sightOf({ companiesOf, trackingApi }: SightDeps, caller: User): Promise<CompanySight> {
  const companies = await companiesOf(caller);
  if (companies.seen === null || companies.own === caller.id) return { ...companies, deviceIds: null };
  const devices = await trackingApi.devices(caller, soon());
  return { ...companies, deviceIds: new Set([0, ...devices.map(({ id }) => id)]) };
}
export const isInSight = (
  { seen, deviceIds }: CompanySight,
  { ownerId, deviceId }: { readonly ownerId: number; readonly deviceId: number },
): boolean => (seen?.includes(ownerId) ?? true) && (deviceIds?.has(deviceId) ?? true);

/** Filter of a list by owner and vehicle. @param asked Vehicles that the caller asks for; none = all. */
export function inSight(
  { seen, deviceIds }: CompanySight,
  asked: readonly number[],
): { readonly ownerIds: readonly number[] | null; readonly deviceIds: readonly number[] | null } {
  const wanted = asked.length > 0 ? asked : null;
  return {
    ownerIds: seen,
    deviceIds: deviceIds === null ? wanted : (wanted ?? [...deviceIds]).filter((id) => deviceIds.has(id)),
  };
}

/** The standard edition gives every right to everybody, guests too. @param refusal Answer to a guest. */
export const notGuest =
  (refusal: () => ExtensionReply) =>
  <C extends { readonly caller: User }>(answer: (call: C) => Promise<ExtensionReply> | ExtensionReply) =>
  (call: C): Promise<ExtensionReply> | ExtensionReply =>
    isShared(call.caller) ? refusal() : answer(call);
