export type { AuditRule, AuditEntry, DoneCall } from './audit-rules.ts';
export type { ListQuery } from './lists.ts';
export { parameterOf, type ParameterDescription, type ViewedBox } from './query-fields.ts';
export { scanForm, scanJson, STRANGER_BOUNDS, type BodyBounds } from './body-bounds.ts';
export { isPlainEnough, namedAlike, namedMember } from './plain-body.ts';
export {
  readInput,
  type AnswerOf,
  type BodyOf,
  type CallOf,
  type QueryOf,
  type RawCall,
  type SentBodyOf,
  type SentQueryOf,
} from './call.ts';
export {
  accessRules,
  splitKey,
  type Access,
  type AccessRule,
  isOpen,
  type Answer,
  type Method,
  type PathParams,
  type Route,
  type RouteKey,
  type RouteTable,
} from './route.ts';
export { ERROR_CODES, type ErrorCode } from './error-codes.ts';
export { ERROR_STATUSES, type ErrorStatus } from './error-statuses.ts';
export { methodsAt, errorStatusesOf, successesOf } from './statuses.ts';
export {
  EXTENSION_ROUTES,
  type LogQuery,
  type ExtensionKey,
  type ExtensionRoutes,
} from './routes/extension.ts';
export { reportQuery, type ReportQuery } from './routes/history.ts';
export type { LinkedListQuery } from './routes/linked.ts';
export type { FoundPlace, PlaceAddress } from './routes/server.ts';
export type { AccessLogQuery } from './routes/access-log.ts';
export { isTrackingKey, TRACKING_ROUTES, type TrackingKey, type TrackingRoutes } from './tracking-routes.ts';
