import { isShared, managesUsers, type User } from '@rastro/fleet';
import type { Clock } from '@rastro/base';
import type { AuditStorage, ExtensionStorage } from '@rastro/storage';
import { soon, type TrackingApiDeps } from '../with-tracking-api.ts';
import type { TrackingApi } from '../tracking-api.ts';
import type { CheckIns } from '../driven-hours.ts';
import type { ExtensionReply } from '../extension-route.ts';
import { answered } from '../tracking-failure.ts';

/** The login with which a driver checks in. */
export interface DriverLogins {
  /** Null = the driver has none. */
  accessOf(driverId: number): Promise<{ readonly username: string } | null>;
  /** @returns false = the tracking server does not let go of the account. */
  takeAccess(of: {
    readonly callerId: number;
    readonly address: string;
    readonly driverId: number;
  }): Promise<boolean>;
}

/** Walls of a user. */
export interface SubjectWalls {
  exported(userId: number): Promise<readonly object[]>;
  forget(userId: number): Promise<void>;
}

/** Orders in which people are named. */
export interface SubjectOrders {
  forgetUser(userId: number): Promise<void>;
  forgetDriver(driver: { readonly id: number; readonly uniqueId: string }): Promise<void>;
}

/** Working hours: of drivers, and corrected by users. */
export interface SubjectHours {
  forgetUser(id: number): Promise<void>;
  forgetDriver(driver: { readonly id: number }): Promise<void>;
}
/** Costs to which drivers belong. */
export interface SubjectCosts {
  forgetDriver(driver: { readonly id: number; readonly uniqueId: string }): Promise<void>;
}

/** Inspections: filled in by drivers and users, and defects that users worked on. */
export interface SubjectInspections {
  forgetUser(id: number): Promise<void>;
  forgetDriver(driver: { readonly id: number; readonly uniqueId: string }): Promise<void>;
}

/** Dependencies of the data-subject modules. */
export interface SubjectDeps extends TrackingApiDeps {
  readonly storage: ExtensionStorage;
  /** The audit log beside which there is no other; null = that of the storage. */
  readonly log: Pick<AuditStorage, 'appendActions'> | null;
  /** Every audit log there is: the extension's, and that of the tracking server in this process. */
  readonly logs: readonly Pick<AuditStorage, 'searchActions' | 'forgetSubject'>[];
  /** Log of who read positions. */
  readonly accessLog: { flush(): Promise<void> };
  /** Days for which access is stored. */
  readonly retentionDays: number;
  readonly logins: DriverLogins;
  readonly walls: SubjectWalls;
  readonly orders: SubjectOrders;
  readonly costs: SubjectCosts;
  readonly hours: SubjectHours;
  readonly inspections: SubjectInspections;
  /** Check-ins: who drove which vehicle. */
  readonly checkIns: CheckIns;
  readonly brand: string;
  readonly clock: Clock;
}
export type SubjectContext = SubjectDeps & { readonly trackingApi: TrackingApi };

const reply = (status: number, body: string): ExtensionReply => ({ status, body });
export const subjectErrors = {
  notAllowed: (): ExtensionReply =>
    reply(403, 'Access denied - Only administrators and those who look after people do this'),
  noUser: (): ExtensionReply => reply(404, 'User unknown - There is nobody of yours with this id'),
  noDriver: (): ExtensionReply => reply(404, 'Driver unknown - There is no such driver'),
  oneself: (): ExtensionReply => reply(409, 'Own account - Nobody erases himself'),
  administrator: (): ExtensionReply =>
    reply(409, 'Administrator - Take the rights of an administrator away before'),
  usersBelow: (count: number): ExtensionReply =>
    reply(409, `People below - ${count} people stand below; move or erase them before`),
  otherName: (): ExtensionReply => reply(400, 'Name differs - Type the name as it is'),
  notErased: (why: string): ExtensionReply => reply(409, `Not erased - ${why}`),
} as const;

/** A user for whom the caller is responsible; else the reason. */
export async function userBelow(
  { trackingApi, brand }: SubjectContext,
  caller: User,
  id: number,
): Promise<{ readonly user: User } | { readonly error: ExtensionReply }> {
  if (!managesUsers(caller, brand)) return { error: subjectErrors.notAllowed() };
  const isOwn = caller.administrator || (await trackingApi.answersFor(caller.id, id, soon()));
  const found = isOwn ? await trackingApi.as(caller.id).users.read(id, soon()) : null;
  if (found && !found.ok && ![400, 403, 404].includes(found.error.status)) answered(found);
  return found?.ok === true ? { user: found.value } : { error: subjectErrors.noUser() };
}

/** Accounts below a user, without the guests of their shares, which end with the account. */
export async function usersBelow(
  trackingApi: TrackingApi,
  callerId: number,
  id: number,
): Promise<readonly User[]> {
  const below = answered(await trackingApi.as(callerId).users.list({ userId: id }, soon()));
  return below.filter((each) => each.id !== id && !isShared(each));
}
