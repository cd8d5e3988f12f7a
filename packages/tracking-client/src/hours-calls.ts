import type { ExtensionRoutes, SentBodyOf, SentQueryOf } from '@rastro/fleet/api';
import type {
  DriverHoursPage,
  DriverMonth,
  HoursCorrection,
  OwnHours,
  SheetText,
  SheetVersion,
  StoredHoursSettings,
} from '@rastro/fleet/working-hours';
import type { Answer, Caller } from './caller.ts';

export type HoursQuestion = SentQueryOf<ExtensionRoutes['GET /working-hours']>;
export type HoursCorrectionWrite = SentBodyOf<ExtensionRoutes['POST /working-hours/:id/corrections']>;
type Signing = SentBodyOf<ExtensionRoutes['POST /working-hours/:id/signatures']>;

/** Working hours of drivers, by the id of the driver. */
export interface HoursCalls {
  list(query: HoursQuestion, signal: AbortSignal): Promise<Answer<DriverHoursPage>>;
  /** @param month `YYYY-MM`; empty = the present one of the driver's base. */
  month(id: number, month: string, signal: AbortSignal): Promise<Answer<DriverMonth>>;
  /** Text that is signed of a month. Each call is in the audit log. */
  sheet(id: number, month: string, signal: AbortSignal): Promise<Answer<SheetText>>;
  change(
    id: number,
    settings: StoredHoursSettings,
    signal: AbortSignal,
  ): Promise<Answer<StoredHoursSettings>>;
  /** The same id counts once: a call may be repeated. */
  correct(
    id: number,
    correction: HoursCorrectionWrite,
    signal: AbortSignal,
  ): Promise<Answer<HoursCorrection>>;
  sign(id: number, signing: Signing, signal: AbortSignal): Promise<Answer<SheetVersion>>;
  /** Of the signed-in driver. */
  own(month: string, signal: AbortSignal): Promise<Answer<OwnHours>>;
  signOwn(signing: Signing, signal: AbortSignal): Promise<Answer<SheetVersion>>;
}

const asked = (month: string): { readonly month?: string } => (month === '' ? {} : { month });

export const hoursCalls = (caller: Caller<ExtensionRoutes>): HoursCalls => ({
  list: (query, signal) => caller.json('GET /working-hours', { query }, signal),
  month: (id, month, signal) =>
    caller.json('GET /working-hours/:id', { params: { id }, query: asked(month) }, signal),
  sheet: (id, month, signal) =>
    caller.json('GET /working-hours/:id/sheet', { params: { id }, query: asked(month) }, signal),
  change: (id, json, signal) =>
    caller.json('PUT /working-hours/:id/settings', { params: { id }, json }, signal),
  correct: (id, json, signal) =>
    caller.json('POST /working-hours/:id/corrections', { params: { id }, json }, signal),
  sign: (id, json, signal) =>
    caller.json('POST /working-hours/:id/signatures', { params: { id }, json }, signal),
  own: (month, signal) => caller.json('GET /qr-driver/hours', { query: asked(month) }, signal),
  signOwn: (json, signal) => caller.json('POST /qr-driver/hours/signatures', { json }, signal),
});
