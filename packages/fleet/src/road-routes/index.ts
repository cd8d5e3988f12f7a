/** Routes: a day's work of one vehicle, orders in an order with their times. */
export {
  type PlannedRouteStop,
  type RoadRoute,
  type RoadRouteDetail,
  type RouteContent,
  type RouteLine,
  type RoutePage,
  type RouteProgress,
  type RouteTimes,
} from './road-route.ts';
export { placesOf, planTimes, type PlacedOrder, type RouteFrame } from './plan-times.ts';
export {
  DAY_PLAN_STATES,
  type DayPlan,
  type DayPlanAnswer,
  type DayPlanQuestion,
  type DayPlanResult,
  type DayPlanState,
  type PlannedDayRoute,
  type PlanVehicle,
  type UnplannedOrder,
  type UnplannedReason,
} from './day-plan.ts';
export { STOP_RISKS, type LiveRoute, type LiveStop, type StopRisk } from './live-route.ts';
export {
  compareRoute,
  comparedTotal,
  drivesTo,
  START_OF_ROUTE,
  type ComparedStop,
  type ComparedTotal,
  type ComparisonPage,
  type DriveToStop,
  type RouteComparison,
  type RouteCourse,
} from './compare-route.ts';
