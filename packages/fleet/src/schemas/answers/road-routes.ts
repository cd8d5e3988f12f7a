import { z } from 'zod';
import {
  DAY_PLAN_STATES,
  type DayPlan,
  type DayPlanAnswer,
  type DayPlanResult,
  type PlannedDayRoute,
  type UnplannedOrder,
} from '../../road-routes/day-plan.ts';
import { FAILURE_REASONS, ORDER_STATES } from '../../orders/order.ts';
import type {
  ComparedStop,
  ComparedTotal,
  ComparisonPage,
  RouteComparison,
} from '../../road-routes/compare-route.ts';
import { STOP_RISKS, type LiveRoute, type LiveStop } from '../../road-routes/live-route.ts';
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

const failure = z.enum(['unreachable', 'refused', 'noRoute', 'tooLarge', 'slow']).nullable();
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
    source: z.enum(['router', 'learnt', 'history']),
    failure,
  }),
};
const frame = {
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
};
const route = {
  id: whole(),
  version: whole(),
  ownerId: whole(),
  ...frame,
  createdTime: instant(),
  ...times,
};
const plan = {
  id: string(),
  day: day(),
  state: z.enum(DAY_PLAN_STATES),
  share: number(),
  result: shapeOf<DayPlanResult>()({
    routes: z.array(
      shapeOf<PlannedDayRoute>()({
        routeId: whole(),
        version: whole(),
        ...frame,
        orderIds: z.array(whole()),
        ...times,
      }),
    ),
    unplanned: z.array(
      shapeOf<UnplannedOrder>()({
        orderId: whole(),
        reason: z.enum(['noVehicle', 'tooHeavy', 'noWay', 'outOfTime', 'noRoom', 'noPlace']),
      }),
    ),
    travel: times.travel,
    optimiser: z.enum(['service', 'builtIn']),
    failure,
  }).nullable(),
};
const { stops: _, ...line } = route;
const progress = shapeOf<RouteProgress>()({ done: whole(), failed: whole(), open: whole() });
const comparison = shapeOf<RouteComparison>()({
  routeId: whole(),
  day: day(),
  deviceId: whole(),
  deviceName: string(),
  driverUniqueId: string(),
  driverName: string(),
  stops: z.array(
    shapeOf<ComparedStop>()({
      orderId: whole(),
      customer: string(),
      reference: string(),
      address: string(),
      state: z.enum(ORDER_STATES),
      reason: z.enum(FAILURE_REASONS).nullable(),
      plannedPlace: whole(),
      actualPlace: whole().nullable(),
      plannedAt: maybeInstant(),
      arrivedAt: maybeInstant(),
      delaySeconds: whole().nullable(),
      isLate: yesNo(),
      plannedWorkSeconds: whole().nullable(),
      workSeconds: whole().nullable(),
      plannedMeters: maybeNumber(),
      drivenSeconds: whole().nullable(),
      drivenMeters: maybeNumber(),
    }),
  ),
  total: shapeOf<ComparedTotal>()({
    stops: whole(),
    reached: whole(),
    compared: whole(),
    delaySeconds: whole(),
    late: whole(),
    worked: whole(),
    plannedWorkSeconds: whole(),
    workSeconds: whole(),
    driven: whole(),
    drivenSeconds: whole(),
    measured: whole(),
    drivenMeters: number(),
  }),
  isMeasured: yesNo(),
});

export const ROAD_ROUTE_ANSWERS = {
  RouteComparison: comparison,
  ComparisonPage: shapeOf<ComparisonPage>()({ routes: z.array(comparison), next: maybeString() }),
  RouteTimes: shapeOf<RouteTimes>()(times),
  RoadRoute: shapeOf<RoadRoute>()(route),
  RoadRouteDetail: shapeOf<RoadRouteDetail>()({ ...route, orders: z.array(OrderAnswer) }),
  LiveRoute: shapeOf<LiveRoute>()({
    positionAt: maybeInstant(),
    isSilent: yesNo(),
    stops: z.array(
      shapeOf<LiveStop>()({
        orderId: whole(),
        arrivedAt: maybeInstant(),
        leftAt: maybeInstant(),
        expected: z.object({ at: instant(), from: instant(), to: instant() }).nullable(),
        risk: z.enum(STOP_RISKS),
      }),
    ),
    endsAt: maybeInstant(),
    travel: times.travel,
  }),
  DayPlan: shapeOf<DayPlan>()(plan),
  DayPlanAnswer: shapeOf<DayPlanAnswer>()({
    plan: shapeOf<DayPlan>()(plan).nullable(),
    orders: z.array(OrderAnswer),
  }),
  RoutePage: shapeOf<RoutePage>()({
    routes: z.array(shapeOf<RouteLine>()({ ...line, stopCount: whole(), lateCount: whole(), progress })),
    next: maybeString(),
  }),
};
