import type { z } from 'zod';
import { ARRIVAL_ANSWERS } from './arrivals.ts';
import { BILLING_ANSWERS } from './billing.ts';
import { BRAND_ANSWERS } from './brands.ts';
import { COACHING_ANSWERS } from './coaching.ts';
import { COST_ANSWERS } from './costs.ts';
import { CUSTOMER_MESSAGE_ANSWERS } from './customer-messages.ts';
import { DRIVER_STOP_ANSWERS } from './driver-stops.ts';
import { HISTORY_ANSWERS } from './history.ts';
import { INSPECTION_ANSWERS } from './inspections.ts';
import { INTEGRATION_ANSWERS } from './integrations.ts';
import { LAYOUT_ANSWERS } from './layouts.ts';
import { LINK_ANSWERS } from './links.ts';
import { OBJECT_ANSWERS } from './objects.ts';
import { ORDER_ANSWERS } from './orders.ts';
import { ROAD_ROUTE_ANSWERS } from './road-routes.ts';
import { HOURS_ANSWERS } from './working-hours.ts';
import { QR_ANSWERS } from './qr-driver.ts';
import { DATA_SUBJECT_ANSWERS } from './data-subjects.ts';
import type { Frozen } from './frozen.ts';
import { REPORT_ANSWERS } from './reports.ts';
import { RESELLER_ANSWERS } from './resellers.ts';
import { STOCK_ANSWERS } from './stock.ts';
import { ACCESS_LOG_ANSWERS } from './access-log.ts';
import { WALL_ANSWERS } from './walls.ts';
import { WORK_ANSWERS } from './work.ts';

export { LINK_MEMBERS } from './links.ts';
export { hasSheet, REPORT_TYPES, REPORTS, SHEET_REPORTS } from './reports.ts';

/** Every object that is answered, by the name under which the description of the API has it. */
export const ANSWERS = {
  ...OBJECT_ANSWERS,
  ...HISTORY_ANSWERS,
  ...REPORT_ANSWERS,
  ...COACHING_ANSWERS,
  ...LAYOUT_ANSWERS,
  ...LINK_ANSWERS,
  ...QR_ANSWERS,
  ...STOCK_ANSWERS,
  ...RESELLER_ANSWERS,
  ...DATA_SUBJECT_ANSWERS,
  ...ACCESS_LOG_ANSWERS,
  ...WORK_ANSWERS,
  ...BRAND_ANSWERS,
  ...BILLING_ANSWERS,
  ...INTEGRATION_ANSWERS,
  ...WALL_ANSWERS,
  ...ORDER_ANSWERS,
  ...ARRIVAL_ANSWERS,
  ...CUSTOMER_MESSAGE_ANSWERS,
  ...DRIVER_STOP_ANSWERS,
  ...HOURS_ANSWERS,
  ...COST_ANSWERS,
  ...INSPECTION_ANSWERS,
  ...ROAD_ROUTE_ANSWERS,
};
export type AnswerName = keyof typeof ANSWERS;

/** Type of such an answer. */
export type Answered<K extends AnswerName> = Frozen<z.output<(typeof ANSWERS)[K]>>;
