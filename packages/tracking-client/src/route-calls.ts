import type { ExtensionRoutes, SentQueryOf } from '@rastro/fleet/api';
import type {
  ComparisonPage,
  DayPlanAnswer,
  DayPlanQuestion,
  LiveRoute,
  RoadRouteDetail,
  RouteComparison,
  RouteContent,
  RoutePage,
  RouteTimes,
} from '@rastro/fleet/road-routes';
import type { Answer, Caller } from './caller.ts';

export type RouteQuestion = SentQueryOf<ExtensionRoutes['GET /routes']>;
export type ComparisonQuestion = SentQueryOf<ExtensionRoutes['GET /routes/comparison']>;
export type RouteWrite = RouteContent;
export type RouteTimesQuestion = Pick<RouteContent, 'beginsAt' | 'start' | 'end' | 'orderIds'>;

/** Routes of a company. */
export interface RouteCalls {
  list(query: RouteQuestion, signal: AbortSignal): Promise<Answer<RoutePage>>;
  read(id: number, signal: AbortSignal): Promise<Answer<RoadRouteDetail>>;
  /** Stops of routes as they were planned and as they went. */
  compared(query: ComparisonQuestion, signal: AbortSignal): Promise<Answer<ComparisonPage>>;
  comparison(id: number, signal: AbortSignal): Promise<Answer<RouteComparison>>;
  /** Arrivals and departures so far, and when the next stops are reached. */
  live(id: number, signal: AbortSignal): Promise<Answer<LiveRoute>>;
  /** Times of stops before they are saved. */
  times(question: RouteTimesQuestion, signal: AbortSignal): Promise<Answer<RouteTimes>>;
  /** @param route With an id of the attempt: the same makes it once. */
  make(
    route: RouteWrite & { readonly requestId?: string },
    signal: AbortSignal,
  ): Promise<Answer<RoadRouteDetail>>;
  /** @param version That it began from. */
  change(
    id: number,
    route: RouteWrite & { readonly version: number },
    signal: AbortSignal,
  ): Promise<Answer<RoadRouteDetail>>;
  remove(id: number, signal: AbortSignal): Promise<Answer<null>>;
  /** Plan of the caller, and how far its search is. */
  plan(signal: AbortSignal): Promise<Answer<DayPlanAnswer>>;
  /** Begins a search; the one before ends. */
  planDay(question: DayPlanQuestion, signal: AbortSignal): Promise<Answer<DayPlanAnswer>>;
  forgetPlan(signal: AbortSignal): Promise<Answer<null>>;
  /** All routes of the plan, or none. */
  savePlan(id: string, signal: AbortSignal): Promise<Answer<DayPlanAnswer>>;
}

export const routeCalls = (caller: Caller<ExtensionRoutes>): RouteCalls => ({
  list: (query, signal) => caller.json('GET /routes', { query }, signal),
  read: (id, signal) => caller.json('GET /routes/:id', { params: { id } }, signal),
  compared: (query, signal) => caller.json('GET /routes/comparison', { query }, signal),
  comparison: (id, signal) => caller.json('GET /routes/:id/comparison', { params: { id } }, signal),
  live: (id, signal) => caller.json('GET /routes/:id/live', { params: { id } }, signal),
  times: (json, signal) => caller.json('POST /routes/times', { json }, signal),
  make: (json, signal) => caller.json('POST /routes', { json }, signal),
  change: (id, json, signal) => caller.json('PUT /routes/:id', { params: { id }, json }, signal),
  remove: (id, signal) => caller.done('DELETE /routes/:id', { params: { id } }, signal),
  plan: (signal) => caller.json('GET /routes/plan', {}, signal),
  planDay: (json, signal) => caller.json('POST /routes/plan', { json }, signal),
  forgetPlan: (signal) => caller.done('DELETE /routes/plan', {}, signal),
  savePlan: (id, signal) => caller.json('POST /routes/plan/save', { json: { id } }, signal),
});
