import { z } from 'zod';
import { FIELD_LIMITS } from '../entities/field-limits.ts';
import {
  FAILURE_REASONS,
  MAX_IMPORTED_ORDERS,
  ORDER_STEP_KINDS,
  type RoadOrderDetail,
} from '../orders/order.ts';
import { ORDER_ANSWERS } from './answers/orders.ts';
import { flag, ignoring, instant, optionalText, reference, text } from './fields.ts';

const limits = FIELD_LIMITS.order;
const { latitude, longitude } = limits;
/** Blank is an empty text. */
const maybeText = (maxLength: number) =>
  optionalText(maxLength)
    .transform((value) => value ?? '')
    .default('');
const degrees = (limit: number) => z.number().min(-limit).max(limit).nullable().default(null);

export const orderPlace = z
  .strictObject({
    address: maybeText(limits.address),
    latitude: degrees(latitude),
    longitude: degrees(longitude),
    geofenceId: reference().default(0),
  })
  .refine(
    (given) => (given.latitude === null) === (given.longitude === null),
    'latitude and longitude go together',
  )
  .refine(
    ({ address, latitude: lat, geofenceId }) => address !== '' || lat !== null || geofenceId > 0,
    'needs an address, coordinates or a geofence',
  );
const NO_CONTACT = { name: '', phone: '', email: '' };
const contact = z.strictObject({
  name: maybeText(limits.contact.name),
  phone: maybeText(limits.contact.phone),
  email: maybeText(limits.contact.email),
});
/** Digits that a customer can read out. */
const code = z
  .string()
  .trim()
  .regex(new RegExp(`^(?:\\d{${limits.code.min},${limits.code.max}})?$`), 'has 4 to 8 digits, or none');
const content = {
  reference: maybeText(limits.reference),
  customer: text(limits.customer),
  place: orderPlace,
  from: instant().default(null),
  to: instant().default(null),
  minutes: z.int().min(0).max(limits.minutes).default(limits.usualMinutes),
  load: z.number().min(0).max(limits.load).default(0),
  contact: contact.default(NO_CONTACT),
  note: maybeText(limits.note),
  code: code.default(''),
};
const endsAfterBegin = ({
  from,
  to,
}: {
  readonly from: string | null;
  readonly to: string | null;
}): boolean => from === null || to === null || Date.parse(from) < Date.parse(to);
const WINDOW = 'to: is not after from';

/** A row of a file with new orders. */
export const importedOrder = z.strictObject(content).refine(endsAfterBegin, WINDOW);
export type RoadOrderBody = z.output<typeof importedOrder>;

/** Names an attempt of a form to make something, so that the next one makes it once. */
export const requestId = z.uuid().nullable().default(null);
/** A new order. */
export const roadOrderBody = z
  .strictObject({ ...content, requestId })
  .refine(endsAfterBegin, WINDOW)
  .meta({ title: 'RoadOrderBody' });
/** Such an attempt as it is stored. */
export const storedRequest = z.object({ id: z.int().positive(), digest: z.string(), madeAt: z.int() });

/** A change of an order, with the version that it began from. */
export const orderChangeBody = ignoring(
  ['id'],
  z.strictObject({ ...content, version: z.int().positive() }).refine(endsAfterBegin, WINDOW),
).meta({ title: 'OrderChange' });

/** Something that happened to an order. The same id is stored once. */
export const orderStepBody = z
  .strictObject({
    id: z.uuid(),
    kind: z.enum(ORDER_STEP_KINDS),
    /** Absent = now. */
    at: instant().default(null),
    reason: z.enum(FAILURE_REASONS).nullable().default(null),
    note: maybeText(limits.note),
    /** Of `assign`. */
    deviceId: reference().default(0),
    driverUniqueId: maybeText(FIELD_LIMITS.driver.uniqueId),
  })
  .refine(({ kind, deviceId }) => kind !== 'assign' || deviceId > 0, 'deviceId: is missing')
  .refine(({ kind, reason }) => kind !== 'fail' || reason !== null, 'reason: is missing')
  .meta({ title: 'OrderStepBody' });
export type OrderStepBody = z.output<typeof orderStepBody>;

/** Orders of a file. Each is read by itself, so that an error names its row. */
export const orderImportBody = z
  .strictObject({
    orders: z.array(z.record(z.string(), z.unknown())).min(1).max(MAX_IMPORTED_ORDERS),
    /** Only says what would happen. */
    dryRun: flag().default(false),
  })
  .meta({ title: 'OrderImportBody' });

/** An order as the extension stores it: all but the id and the version, which its document has. */
const storedOrder = ORDER_ANSWERS.RoadOrderDetail.omit({ id: true, version: true }).extend({
  // Orders from before there were codes.
  code: z.string().default(''),
  wrongCodes: z.int().default(0),
});
export type StoredOrder = Omit<RoadOrderDetail, 'id' | 'version'>;
export const readStoredOrder = (body: unknown): StoredOrder => storedOrder.parse(body);
