import { z } from 'zod';
import {
  FAILURE_REASONS,
  ORDER_PROBLEMS,
  ORDER_STATES,
  ORDER_STEP_KINDS,
  ORDER_STEP_SOURCES,
  type RoadOrder,
  type RoadOrderDetail,
  type OrderContact,
  type OrderImport,
  type OrderPage,
  type OrderPlace,
  type OrderProblem,
  type OrderStep,
} from '../../orders/order.ts';
import type { OrderFigures, OrderGroup, OrderReport } from '../../orders/order-report.ts';
import {
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

export const OrderPlaceAnswer = shapeOf<OrderPlace>()({
  address: string(),
  latitude: maybeNumber(),
  longitude: maybeNumber(),
  geofenceId: whole(),
});
const order = {
  id: whole(),
  version: whole(),
  ownerId: whole(),
  reference: string(),
  customer: string(),
  place: OrderPlaceAnswer,
  from: maybeInstant(),
  to: maybeInstant(),
  minutes: whole(),
  load: number(),
  contact: shapeOf<OrderContact>()({ name: string(), phone: string(), email: string() }),
  note: string(),
  code: string(),
  wrongCodes: whole(),
  state: z.enum(ORDER_STATES),
  reason: z.enum(FAILURE_REASONS).nullable(),
  attempt: whole(),
  deviceId: whole(),
  deviceName: string(),
  driverUniqueId: string(),
  driverName: string(),
  routeId: whole(),
  arrivedAt: maybeInstant(),
  endedAt: maybeInstant(),
  isDisputed: yesNo(),
  createdTime: instant(),
};
export const OrderAnswer = shapeOf<RoadOrder>()(order);
const OrderStepAnswer = shapeOf<OrderStep>()({
  id: string(),
  kind: z.enum(ORDER_STEP_KINDS),
  at: instant(),
  seenAt: instant(),
  by: z.enum(ORDER_STEP_SOURCES),
  userId: whole(),
  userName: string(),
  reason: z.enum(FAILURE_REASONS).nullable(),
  note: string(),
  isLate: yesNo(),
});

const figures = {
  orders: whole(),
  done: whole(),
  failed: whole(),
  cancelled: whole(),
  open: whole(),
  onTime: whole(),
  late: whole(),
  compared: whole(),
  delaySeconds: whole(),
};

export const ORDER_ANSWERS = {
  RoadOrder: OrderAnswer,
  RoadOrderDetail: shapeOf<RoadOrderDetail>()({ ...order, steps: z.array(OrderStepAnswer) }),
  OrderPage: shapeOf<OrderPage>()({
    orders: z.array(OrderAnswer),
    next: maybeString(),
    counts: z.array(z.strictObject({ state: z.enum(ORDER_STATES), count: whole() })),
  }),
  OrderReport: shapeOf<OrderReport>()({
    total: shapeOf<OrderFigures>()(figures),
    reasons: z.array(z.strictObject({ reason: z.enum(FAILURE_REASONS), count: whole() })),
    groups: z.array(shapeOf<OrderGroup>()({ ...figures, key: string(), name: string() })),
    hiddenGroups: whole(),
  }),
  OrderImport: shapeOf<OrderImport>()({
    isDryRun: yesNo(),
    created: whole(),
    known: whole(),
    problems: z.array(
      shapeOf<OrderProblem>()({ row: whole(), field: string(), problem: z.enum(ORDER_PROBLEMS) }),
    ),
  }),
};
