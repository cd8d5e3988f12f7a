import { z } from 'zod';
import { ANSWERS } from '../../schemas/answers/index.ts';
import { qrAccessBody, qrCheckInBody, qrCodesBody } from '../../schemas/qr-driver.ts';
import { did, didInPath } from '../audit-rules.ts';
import { instant, integer } from '../query-fields.ts';
import { defineRoutes, json, listOf, one } from '../route.ts';

const area = 'qr-driver';
/** Null = the driver drives nothing. */
const current = json(ANSWERS.QrCheckIn.nullable());

/**
 * Drivers who check in to vehicles. Their actions are audited where they happen.
 * @source docs/reference/requirements.md PRODUCT §6
 */
export const QR_ROUTES = defineRoutes({
  'GET /qr-driver': {
    area,
    summary: 'The current check-in of the driver who is signed in, or null',
    access: 'session',
    qrDriver: true,
    answer: current,
    errors: [403, 501],
  },
  'POST /qr-driver': {
    area,
    summary: 'Checks a driver in to a vehicle, by its id or its code, or out of it (0)',
    access: 'session',
    qrDriver: true,
    body: qrCheckInBody,
    answer: current,
    errors: [403, 404, 409, 501],
  },
  'GET /drivers/:id/qr-access': {
    area,
    summary: 'How a driver signs in to check in',
    access: 'drivers.view',
    answer: one('QrAccess'),
    errors: [501],
  },
  'PUT /drivers/:id/qr-access': {
    area,
    summary: 'Gives a driver a login of his own, or another name or password for it',
    access: 'users.create',
    body: qrAccessBody,
    answer: one('QrAccess'),
    errors: [409, 501],
    audit: didInPath('qrAccess', 'driver'),
  },
  'DELETE /drivers/:id/qr-access': {
    area,
    summary: 'Takes the login of a driver away; he is checked out',
    access: 'users.create',
    answer: one('QrAccess'),
    errors: [501],
    audit: didInPath('qrAccessEnd', 'driver'),
  },
  'GET /qr-check-ins': {
    area,
    summary: 'Who drove what, newest first; without a period who drives what now',
    access: 'drivers.view',
    query: z.object({
      from: instant('Its beginning'),
      to: instant('Its end; at most 93 days later'),
      deviceId: integer('Of one vehicle'),
      driverId: integer('Of one driver'),
    }),
    answer: listOf('QrCheckIn'),
    errors: [501],
  },
  'POST /qr-codes': {
    area,
    summary: 'Codes of vehicles for a printed sheet; renewed ones no longer open with the old sheet',
    access: 'devices.edit',
    body: qrCodesBody,
    answer: listOf('QrCode'),
    errors: [501],
    audit: did('print', 'qrCodes'),
  },
});
