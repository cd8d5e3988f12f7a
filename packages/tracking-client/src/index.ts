export {
  driverInspectionCalls,
  inspectionCalls,
  type DefectQuestion,
  type DefectStepWrite,
  type DriverInspectionCalls,
  type InspectionCalls,
  type InspectionQuestion,
  type MissedQuestion,
} from './inspection-calls.ts';
export { customerMessageCalls, type CustomerMessageCalls } from './customer-message-calls.ts';
export { driverStopCalls, type DriverStepsWrite, type DriverStopCalls } from './driver-stop-calls.ts';
export type { WallCalls } from './wall-calls.ts';
export type { LayoutCalls } from './layout-calls.ts';
export type { Answer, Query } from './caller.ts';
export type { CommandOrder } from './command-calls.ts';
export type { EntityCalls } from './entity-calls.ts';
export type { BillingCalls, InvoiceQuestion, NewInvoiceDraft } from './billing-calls.ts';
export {
  createExtensionClient,
  EXTENSION_TIMEOUT_MS,
  type ExtensionClient,
  type ExtensionClientOptions,
} from './extension-client.ts';
export { deriveCode, failureOf, type ApiFailure } from './failure.ts';
export type { AlarmCalls } from './alarm-calls.ts';
export type { NotificationCalls, PushAddress } from './notification-calls.ts';
export { POSITION_BATCH, type HistoryQuery, type PositionCalls, type TrackFormat } from './position-calls.ts';
export type { ReportPeriod } from './report-calls.ts';
export type { ServerAnswer, ServerCalls } from './server-calls.ts';
export type { LogSubject, QrAccessWrite, QrDriverAction, AccessLogSubject } from './extension-client.ts';
export type { OneTimeKey } from './account-calls.ts';
export type { Impersonator, Credentials, SessionCalls } from './session-calls.ts';
export type { TrackView } from './track-calls.ts';
export {
  createTrackingClient,
  TRACKING_TIMEOUT_MS,
  type PermissionCalls,
  type PermissionKey,
  type PermissionLink,
  type TrackingClient,
  type TrackingClientOptions,
} from './tracking-client.ts';
export type { UserCalls, UserDraft, UserWrite } from './user-calls.ts';
export type { ServiceQuestion } from './service-calls.ts';
export type { CostQuestion } from './cost-calls.ts';
export type { HoursCorrectionWrite } from './hours-calls.ts';
export type { OrderQuestion, OrderReportQuestion, OrderStepWrite, OrderWrite } from './order-calls.ts';
export type { ComparisonQuestion, RouteQuestion, RouteTimesQuestion, RouteWrite } from './route-calls.ts';
export type { CaseChange, ContestReply } from './coaching-calls.ts';
export type { StockMove } from './stock-calls.ts';
export type { MailSettings, PaymentSettings } from './integration-calls.ts';
export type { DataSubject } from './data-subject-calls.ts';
export type { Assignment } from './device-calls.ts';
