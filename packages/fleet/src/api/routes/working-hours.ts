import { z } from 'zod';
import { hoursCorrectionBody, hoursSettingsBody, hoursSignatureBody } from '../../schemas/working-hours.ts';
import { correctedHours, didInPath, readSheet, signedMonth, signedOwnMonth } from '../audit-rules.ts';
import { count, month, text } from '../query-fields.ts';
import { defineRoutes, one } from '../route.ts';

const area = 'working hours';
/** Guests have none even where the standard edition gives every right to everybody: the handlers check that. */
const shown = { area, access: 'workingHours.view', errors: [400, 404, 429, 501, 502] } as const;
const corrected = { area, access: 'workingHours.correct', errors: [404, 409, 429, 501, 502] } as const;
const ofMonth = z.object({ month: month('YYYY-MM; the present one of the base when not given') });

/** Driving, work and rest of the drivers that the caller sees. */
export const HOURS_ROUTES = defineRoutes({
  'GET /working-hours': {
    ...shown,
    summary: 'Drivers now, by name: what they do, how long they may go on, breaches of the month',
    query: z.object({
      text: text('Words of name or identifier'),
      limit: count('Most of a page, at most 100; 50 when not given'),
      after: text('`next` of the page before'),
    }),
    answer: one('DriverHoursPage'),
  },
  'GET /working-hours/:id': {
    ...shown,
    summary: 'A month of a driver: days, activities, breaches with rule and source, corrections, signatures',
    query: ofMonth,
    answer: one('DriverMonth'),
  },
  'GET /working-hours/:id/sheet': {
    ...shown,
    access: 'workingHours.export',
    summary: 'What is signed of a month, as a text whose SHA-256 is the hash',
    query: ofMonth,
    answer: one('SheetText'),
    audit: readSheet,
  },
  'PUT /working-hours/:id/settings': {
    ...corrected,
    summary: 'Rules, base, service, crew and agreements of a driver',
    body: hoursSettingsBody,
    answer: one('HoursSettings'),
    audit: didInPath('edit', 'hoursSettings'),
  },
  'POST /working-hours/:id/corrections': {
    ...corrected,
    summary:
      'Puts an activity in place of a span, with a reason; nothing is lost, and the same id counts once',
    body: hoursCorrectionBody,
    answer: one('HoursCorrection'),
    audit: correctedHours,
  },
  'POST /working-hours/:id/signatures': {
    area,
    access: 'workingHours.signOff',
    errors: [404, 409, 429, 501, 502],
    summary: 'Signs a month that has ended, as it was seen; another content is another version, unsigned',
    body: hoursSignatureBody,
    answer: one('SheetVersion'),
    audit: signedMonth,
  },
  'GET /qr-driver/hours': {
    area,
    access: 'session',
    qrDriver: true,
    errors: [400, 403, 429, 501, 502],
    summary: "The signed-in driver's own hours: now, and a month; nobody else's",
    query: ofMonth,
    answer: one('OwnHours'),
  },
  'POST /qr-driver/hours/signatures': {
    area,
    access: 'session',
    qrDriver: true,
    errors: [403, 409, 429, 501, 502],
    summary: 'The signed-in driver signs a month of their own that has ended, as it was seen',
    body: hoursSignatureBody,
    answer: one('SheetVersion'),
    audit: signedOwnMonth,
  },
});
