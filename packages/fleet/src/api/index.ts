export type { AuditRule, Deed, DoneCall } from './deeds.ts';
export type { ListQuery } from './lists.ts';
export { factsOf, type ParameterFacts, type ViewedBox } from './query-fields.ts';
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
export { REFUSAL_STATUSES, type RefusalStatus } from './refusal-statuses.ts';
export { methodsAt, refusalsOf, successesOf } from './statuses.ts';
export {
  EXTENSION_ROUTES,
  type LogQuery,
  type ExtensionKey,
  type ExtensionRoutes,
} from './routes/extension.ts';
export { reportQuery, type ReportQuery } from './routes/history.ts';
export type { LinkedListQuery } from './routes/linked.ts';
export type { FoundPlace, PlaceAddress } from './routes/server.ts';
export type { ViewingQuery } from './routes/viewings.ts';
export { isTrackingKey, TRACKING_ROUTES, type TrackingKey, type TrackingRoutes } from './tracking-routes.ts';
