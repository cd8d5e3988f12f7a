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
