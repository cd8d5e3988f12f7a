import { z } from 'zod';
import {
  DRIVER_STEP_KINDS,
  DRIVER_STEP_OUTCOMES,
  PROOF_PICTURE_STATES,
  PROOF_PICTURES,
  type DriverStepAnswer,
  type DriverStop,
  type DriverStops,
  type OrderProof,
} from '../../orders/driver-stop.ts';
import { FAILURE_REASONS, ORDER_STATES } from '../../orders/order.ts';
import { instant, maybeInstant, maybeNumber, number, shapeOf, string, whole, yesNo } from './shape.ts';

const stop = shapeOf<DriverStop>()({
  orderId: whole(),
  needsCode: yesNo(),
  reference: string(),
  customer: string(),
  place: shapeOf<DriverStop['place']>()({
    address: string(),
    latitude: maybeNumber(),
    longitude: maybeNumber(),
  }),
  from: maybeInstant(),
  to: maybeInstant(),
  minutes: whole(),
  load: number(),
  note: string(),
  contactName: string(),
  contactPhone: string(),
  state: z.enum(ORDER_STATES),
  reason: z.enum(FAILURE_REASONS).nullable(),
  arrivesAt: maybeInstant(),
  arrivedAt: maybeInstant(),
  endedAt: maybeInstant(),
});

export const DRIVER_STOP_ANSWERS = {
  DriverStops: shapeOf<DriverStops>()({ deviceId: whole(), stops: z.array(stop), hiddenCount: whole() }),
  DriverStepAnswer: shapeOf<DriverStepAnswer>()({
    id: string(),
    orderId: whole(),
    outcome: z.enum(DRIVER_STEP_OUTCOMES),
    state: z.enum(ORDER_STATES).nullable(),
    endedBy: string(),
    endedAt: maybeInstant(),
  }),
  OrderProof: shapeOf<OrderProof>()({
    stepId: string(),
    kind: z.enum(DRIVER_STEP_KINDS),
    outcome: z.enum(DRIVER_STEP_OUTCOMES),
    at: instant(),
    phoneAt: instant(),
    seenAt: instant(),
    driverName: string(),
    reason: z.enum(FAILURE_REASONS).nullable(),
    name: string(),
    code: string(),
    note: string(),
    pictures: z.array(
      shapeOf<OrderProof['pictures'][number]>()({
        id: string(),
        use: z.enum(PROOF_PICTURES),
        state: z.enum(PROOF_PICTURE_STATES),
      }),
    ),
  }),
};
