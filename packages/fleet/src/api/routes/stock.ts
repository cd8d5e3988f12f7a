import { z } from 'zod';
import { autolinkBody, stockCodesBody, stockMoveBody } from '../../schemas/stock.ts';
import { did } from '../audit-rules.ts';
import { instant, integer } from '../query-fields.ts';
import { defineRoutes, listOf, one } from '../route.ts';

const area = 'stock';

/**
 * Trackers that wait for a vehicle, and their handover to customers.
 * @source docs/reference/requirements.md PRODUCT §7
 */
export const STOCK_ROUTES = defineRoutes({
  'POST /stock/codes': {
    area,
    summary: 'Codes of trackers in stock for printed labels; administrators and resellers',
    access: 'brands',
    body: stockCodesBody,
    answer: listOf('AutolinkCode'),
    errors: [409, 501],
    audit: did('print', 'autolinkCodes'),
  },
  'POST /stock/movements': {
    area,
    summary: 'Moves trackers to another state, with a note; administrators and resellers',
    access: 'brands',
    body: stockMoveBody,
    answer: listOf('StockOutcome'),
    errors: [501],
  },
  'GET /stock/movements': {
    area,
    summary: 'Who moved which tracker, newest first: of one, or of 93 days at most',
    access: 'brands',
    query: z.object({
      deviceId: integer('Of one tracker, all of them'),
      from: instant('Begin; 30 days ago when not given'),
      to: instant('End; now when not given'),
    }),
    answer: listOf('StockMovement'),
    errors: [501],
  },
  'GET /autolink/:code': {
    area,
    summary: 'What is behind the code of a label',
    access: 'devices.create',
    answer: one('AutolinkOffer'),
    errors: [404, 501],
  },
  'POST /autolink': {
    area,
    summary: 'Takes the tracker with this code into the account of the caller',
    access: 'devices.create',
    body: autolinkBody,
    answer: one('Device'),
    errors: [404, 501],
  },
});
