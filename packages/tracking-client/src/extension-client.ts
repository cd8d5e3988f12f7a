import type {
  AcknowledgeBody,
  AcknowledgedEvents,
  BrandingConfig,
  CopyProgress,
  Health,
  LatLng,
  PostcodeAddress,
  LogPage,
  QrAccess,
  QrCheckIn,
  QrCode,
  ResellerView,
  AccessLogPage,
  VisitorDetails,
} from '@rastro/fleet';
import type { ExtensionRoutes, SentBodyOf, SentQueryOf } from '@rastro/fleet/api';
import { billingCalls, type BillingCalls } from './billing-calls.ts';
import { costCalls, type CostCalls } from './cost-calls.ts';
import { hoursCalls, type HoursCalls } from './hours-calls.ts';
import { arrivalCalls, type ArrivalCalls } from './arrival-calls.ts';
import { orderCalls, type OrderCalls } from './order-calls.ts';
import { routeCalls, type RouteCalls } from './route-calls.ts';
import { coachingCalls, type CoachingCalls } from './coaching-calls.ts';
import { Caller, type Answer, type CallerOptions } from './caller.ts';
import { dataSubjectCalls, type DataSubjectCalls } from './data-subject-calls.ts';
import { layoutCalls, type LayoutCalls } from './layout-calls.ts';
import { wallCalls, type WallCalls } from './wall-calls.ts';
import { stockCalls, type StockCalls } from './stock-calls.ts';
import { integrationCalls, type IntegrationCalls } from './integration-calls.ts';
import { themeCalls, type ThemeCalls } from './theme-calls.ts';

/** @source docs/reference/requirements.md SPEC §9 "HTTP timeouts" */
export const EXTENSION_TIMEOUT_MS = 30_000;

/** The extension API, as far as the browser uses it. */
export interface ExtensionClient {
  /** By host: a reseller's domain gets the reseller's brand. */
  branding(signal: AbortSignal): Promise<Answer<BrandingConfig>>;
  /** @param place Counts when the caller's address leads nowhere. */
  /** Vehicle days that are being read for reports of the caller. */
  historyProgress(signal: AbortSignal): Promise<Answer<CopyProgress>>;
  visitor(place: LatLng | null, signal: AbortSignal): Promise<Answer<VisitorDetails>>;
  /** Address of a Brazilian postcode; null = unknown. */
  postcode(code: string, signal: AbortSignal): Promise<Answer<PostcodeAddress | null>>;
  /** Health of the installation; administrators. */
  health(signal: AbortSignal): Promise<Answer<Health>>;
  /** Events that the user acknowledged, in any browser. */
  acknowledged(signal: AbortSignal): Promise<Answer<AcknowledgedEvents>>;
  acknowledge(change: AcknowledgeBody, signal: AbortSignal): Promise<Answer<AcknowledgedEvents>>;
  /** Look of a brand; administrators and resellers of Plus. */
  readonly theme: ThemeCalls;
  /** Invoices, where billing is on. */
  readonly billing: BillingCalls;
  /** Payment and mail settings of an issuer; administrators and resellers, where billing is on. */
  readonly integrations: IntegrationCalls;
  readonly layouts: LayoutCalls;
  readonly walls: WallCalls;
  readonly stock: StockCalls;
  readonly dataSubjects: DataSubjectCalls;
  readonly coaching: CoachingCalls;
  readonly orders: OrderCalls;
  readonly arrivals: ArrivalCalls;
  readonly routes: RouteCalls;
  readonly costs: CostCalls;
  readonly hours: HoursCalls;
  /** For calls that only some screens have (`driverStopCalls`). */
  readonly calls: Caller<ExtensionRoutes>;
  /** Customers with their status: the caller's own, or those of a user below them. */
  customers(of: number | null, signal: AbortSignal): Promise<Answer<ResellerView>>;
  /** Audit log, for administrators of Plus. Of one user or one device where `of` names it. */
  logs(
    of: LogSubject,
    query: SentQueryOf<ExtensionRoutes['GET /server/logs']>,
    signal: AbortSignal,
  ): Promise<Answer<LogPage>>;
  /** Access log of a vehicle or a driver, or readings by one user; administrators and managers of users. */
  accessLog(
    of: AccessLogSubject,
    query: SentQueryOf<ExtensionRoutes['GET /devices/:id/viewings']>,
    signal: AbortSignal,
  ): Promise<Answer<AccessLogPage>>;
  /** Current check-in of the signed-in driver; null = none. */
  checkIn(signal: AbortSignal): Promise<Answer<QrCheckIn | null>>;
  /** Checks in, or out. @returns the check-in after that. */
  doCheckIn(act: QrDriverAction, signal: AbortSignal): Promise<Answer<QrCheckIn | null>>;
  /** Check-ins, newest first; without a period the current ones. */
  checkIns(query: CheckInQuery, signal: AbortSignal): Promise<Answer<readonly QrCheckIn[]>>;
  /** Codes with which drivers check in, for printed sheets; renewed ones end the sheets before. */
  checkInCodes(wish: CheckInCodesWish, signal: AbortSignal): Promise<Answer<readonly QrCode[]>>;
  qrAccess(driverId: number, signal: AbortSignal): Promise<Answer<QrAccess>>;
  giveQrAccess(driverId: number, access: QrAccessWrite, signal: AbortSignal): Promise<Answer<QrAccess>>;
  endQrAccess(driverId: number, signal: AbortSignal): Promise<Answer<QrAccess>>;
}

type CheckInQuery = SentQueryOf<ExtensionRoutes['GET /qr-check-ins']>;
type CheckInCodesWish = SentBodyOf<ExtensionRoutes['POST /qr-codes']>;
export type QrDriverAction = SentBodyOf<ExtensionRoutes['POST /qr-driver']>;
export type QrAccessWrite = SentBodyOf<ExtensionRoutes['PUT /drivers/:id/qr-access']>;

/** Subject of a log: everything, actions of a user, or actions on a device. */
/** A vehicle or a driver that was seen, or a user who read positions. */
export type AccessLogSubject =
  | { readonly userId: number }
  | { readonly deviceId: number }
  | { readonly driverId: number };
export type LogSubject = 'server' | { readonly userId: number } | { readonly deviceId: number };

export type ExtensionClientOptions = Omit<CallerOptions, 'timeoutMs'> & { readonly timeoutMs?: number };

export function createExtensionClient(options: ExtensionClientOptions): ExtensionClient {
  const caller = new Caller<ExtensionRoutes>({ timeoutMs: EXTENSION_TIMEOUT_MS, ...options });
  return {
    branding: (signal) => caller.json('GET /assets/custom/config.json', {}, signal),
    visitor: (place, signal) => {
      const query = place ? { latitude: `${place.latitude}`, longitude: `${place.longitude}` } : {};
      return caller.json('GET /visitor', { query }, signal);
    },
    postcode: (code, signal) => caller.json('GET /postcode/:code', { params: { code } }, signal),
    theme: themeCalls(caller),
    billing: billingCalls(caller),
    integrations: integrationCalls(caller),
    layouts: layoutCalls(caller),
    walls: wallCalls(caller, { timeoutMs: EXTENSION_TIMEOUT_MS, ...options }),
    stock: stockCalls(caller),
    dataSubjects: dataSubjectCalls(caller),
    coaching: coachingCalls(caller),
    orders: orderCalls(caller),
    arrivals: arrivalCalls(caller, { timeoutMs: EXTENSION_TIMEOUT_MS, ...options }),
    routes: routeCalls(caller),
    costs: costCalls(caller),
    hours: hoursCalls(caller),
    calls: caller,
    customers: (of, signal) => caller.json('GET /reseller', { query: of === null ? {} : { of } }, signal),
    historyProgress: (signal) => caller.json('GET /history/progress', {}, signal),
    health: (signal) => caller.json('GET /health', {}, signal),
    logs: (of, query, signal) => {
      if (of === 'server') return caller.json('GET /server/logs', { query }, signal);
      return 'userId' in of
        ? caller.json('GET /users/:id/logs', { params: { id: of.userId }, query }, signal)
        : caller.json('GET /devices/:id/logs', { params: { id: of.deviceId }, query }, signal);
    },
    accessLog: (of, query, signal) => {
      if ('userId' in of)
        return caller.json('GET /users/:id/viewings', { params: { id: of.userId }, query }, signal);
      return 'driverId' in of
        ? caller.json('GET /drivers/:id/viewings', { params: { id: of.driverId }, query }, signal)
        : caller.json('GET /devices/:id/viewings', { params: { id: of.deviceId }, query }, signal);
    },
    checkIn: (signal) => caller.json('GET /qr-driver', {}, signal),
    doCheckIn: (json, signal) => caller.json('POST /qr-driver', { json }, signal),
    checkIns: (query, signal) => caller.json('GET /qr-check-ins', { query }, signal),
    checkInCodes: (json, signal) => caller.json('POST /qr-codes', { json }, signal),
    qrAccess: (id, signal) => caller.json('GET /drivers/:id/qr-access', { params: { id } }, signal),
    giveQrAccess: (id, json, signal) =>
      caller.json('PUT /drivers/:id/qr-access', { params: { id }, json }, signal),
    endQrAccess: (id, signal) => caller.json('DELETE /drivers/:id/qr-access', { params: { id } }, signal),
    acknowledged: (signal) => caller.json('GET /events/acknowledged', {}, signal),
    acknowledge: (change, signal) => caller.json('PUT /events/acknowledged', { json: change }, signal),
  };
}
