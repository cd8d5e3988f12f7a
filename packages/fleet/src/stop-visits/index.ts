/** Arrivals at the stops of a route and departures, as a vehicle reports its places. */
export {
  followStops,
  NO_VISITS,
  type FencedStop,
  type PlaceRecord,
  type RouteVisits,
  type StopVisit,
} from './follow-stops.ts';
