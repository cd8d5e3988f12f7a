import { z } from 'zod';
import { driverStepsBody } from '../../schemas/driver-steps.ts';
import { text } from '../query-fields.ts';
import { defineRoutes, file, listOf, nothing, one } from '../route.ts';

const area = 'road orders';

/**
 * Stops of the driver who is checked in, the steps that they report, and what proves them. Steps are audited where
 * they happen.
 */
export const DRIVER_STOP_ROUTES = defineRoutes({
  'GET /qr-driver/stops': {
    area,
    summary: "Today's stops of the vehicle that the signed-in driver has checked in to, in their order",
    access: 'session',
    qrDriver: true,
    query: z.object({ zone: text('IANA time zone of the day; absent = UTC') }),
    answer: one('DriverStops'),
    errors: [403, 501, 502],
  },
  'POST /qr-driver/steps': {
    area,
    summary:
      'Arrivals and ends of stops by the signed-in driver; the same id counts once, with the same answer',
    access: 'session',
    qrDriver: true,
    body: driverStepsBody,
    answer: listOf('DriverStepAnswer'),
    errors: [403, 501, 502],
  },
  'POST /qr-driver/stops/:id/pictures/:picture': {
    area,
    summary:
      'A picture that a step of the signed-in driver has named, encoded again; the same one is stored once',
    access: 'session',
    qrDriver: true,
    upload: 'image/*',
    answer: nothing(204),
    errors: [403, 404, 501, 503],
  },
  'GET /orders/:id/proofs': {
    area,
    summary: 'Reports of drivers about an order, with what proves them, oldest first',
    access: 'orders.view',
    answer: listOf('OrderProof'),
    errors: [404, 501, 502],
  },
  'GET /orders/:id/pictures/:picture': {
    area,
    summary: 'A photo or signature that proves what happened to an order',
    access: 'orders.view',
    answer: file('image/webp'),
    errors: [404, 501, 502],
  },
});
