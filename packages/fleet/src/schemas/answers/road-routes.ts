import { z } from 'zod';
import type {
  PlannedRouteStop,
  RoadRoute,
  RoadRouteDetail,
  RouteLine,
  RoutePage,
  RouteProgress,
  RouteTimes,
} from '../../road-routes/road-route.ts';
import type { TravelSource } from '../../routing/ports.ts';
import { OrderAnswer, OrderPlaceAnswer } from './orders.ts';
import {
  day,
  instant,
  maybeInstant,
  maybeNumber,
  maybeString,
  number,
  shapeOf,
  string,
  whole,
  yesNo,
} from './shape.ts';

const times = {
  stops: z.array(
    shapeOf<PlannedRouteStop>()({
      orderId: whole(),
      arrivesAt: maybeInstant(),
      leavesAt: maybeInstant(),
      waitSeconds: whole(),
      isLate: yesNo(),
      meters: maybeNumber(),
    }),
  ),
  endsAt: maybeInstant(),
  meters: maybeNumber(),
  load: number(),
  travel: shapeOf<TravelSource>()({
    source: z.enum(['router', 'history']),
    failure: z.enum(['unreachable', 'refused', 'noRoute', 'tooLarge', 'slow']).nullable(),
  }),
};
const route = {
  id: whole(),
  version: whole(),
  ownerId: whole(),
  day: day(),
  deviceId: whole(),
  deviceName: string(),
  driverUniqueId: string(),
  driverName: string(),
  beginsAt: instant(),
  start: OrderPlaceAnswer.nullable(),
  end: OrderPlaceAnswer.nullable(),
  capacity: number(),
  note: string(),
  createdTime: instant(),
  ...times,
};
const progress = shapeOf<RouteProgress>()({ done: whole(), failed: whole(), open: whole() });

export const ROAD_ROUTE_ANSWERS = {
  RouteTimes: shapeOf<RouteTimes>()(times),
  RoadRoute: shapeOf<RoadRoute>()(route),
  RoadRouteDetail: shapeOf<RoadRouteDetail>()({ ...route, orders: z.array(OrderAnswer) }),
  RoutePage: shapeOf<RoutePage>()({
    routes: z.array(shapeOf<RouteLine>()({ ...route, progress })),
    next: maybeString(),
  }),
};
