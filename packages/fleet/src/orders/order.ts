/** States of an order, in the order in which it passes them; the last three are its ends. */
export const ORDER_STATES = [
  'planned',
  'assigned',
  'underWay',
  'arrived',
  'done',
  'failed',
  'cancelled',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];
/** States in which something is still to be done. */
export const OPEN_ORDER_STATES = ['planned', 'assigned', 'underWay', 'arrived'] as const;
export const isOpenOrder = (state: OrderState): boolean => OPEN_ORDER_STATES.some((each) => each === state);

/** Reasons why an order failed. */
export const FAILURE_REASONS = [
  'nobodyThere',
  'refused',
  'wrongAddress',
  'closed',
  'damaged',
  'missingGoods',
  'noAccess',
  'customerAsked',
  'vehicleTrouble',
  'outOfTime',
  'other',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** Steps that an order takes. */
export const ORDER_STEP_KINDS = [
  'assign',
  'unassign',
  'start',
  'arrive',
  'done',
  'fail',
  'cancel',
  'replan',
] as const;
export type OrderStepKind = (typeof ORDER_STEP_KINDS)[number];
/** Source of a step: the driver's phone, a user, a geofence, or a conclusion from another step. */
export const ORDER_STEP_SOURCES = ['driver', 'operator', 'fence', 'inferred'] as const;
export type OrderStepSource = (typeof ORDER_STEP_SOURCES)[number];

/** The place of an order: an address, coordinates, a geofence, or several of them. */
export interface OrderPlace {
  readonly address: string;
  /** Degrees; null = only the address or the geofence is known. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** 0 = none. */
  readonly geofenceId: number;
}
export interface OrderContact {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
}
/** A step as it was stored. Instants are ISO 8601. */
export interface OrderStep {
  /** Made by whoever reports it: the same one is stored once. */
  readonly id: string;
  readonly kind: OrderStepKind;
  readonly at: string;
  /** When the server learnt of it. */
  readonly seenAt: string;
  readonly by: OrderStepSource;
  /** 0 = nobody who signs in. */
  readonly userId: number;
  readonly userName: string;
  /** Of a failure. */
  readonly reason: FailureReason | null;
  readonly note: string;
  /** It came after the order had passed it, or against another end: it is shown, and changes nothing. */
  readonly isLate: boolean;
}

/** Work at a place for a customer: a delivery, a collection, a visit. */
export interface RoadOrder {
  readonly id: number;
  /** Of the stored document; a change names the version that it began from. */
  readonly version: number;
  /** Account of the company whose it is. */
  readonly ownerId: number;
  /** Number that the company gives it, by which it is imported once; '' = none. */
  readonly reference: string;
  readonly customer: string;
  readonly place: OrderPlace;
  /** Time window, ISO 8601; null = open on that side. */
  readonly from: string | null;
  readonly to: string | null;
  /** Minutes of work at the place. */
  readonly minutes: number;
  /** In the unit in which the company gives the capacity of its vehicles, such as kilograms; 0 = nothing. */
  readonly load: number;
  readonly contact: OrderContact;
  readonly note: string;
  /** Digits that the customer says when it is done; '' = none are asked for. */
  readonly code: string;
  /** Wrong codes that drivers have entered in this attempt, since the code was set. */
  readonly wrongCodes: number;
  readonly state: OrderState;
  /** Of the failure; null = it has not failed. */
  readonly reason: FailureReason | null;
  /** 1 = the first. */
  readonly attempt: number;
  /** Vehicle that does it; 0 = none. */
  readonly deviceId: number;
  readonly deviceName: string;
  /** Driver who does it, by their identifier; '' = whoever drives the vehicle. */
  readonly driverUniqueId: string;
  readonly driverName: string;
  /** Route on which it is a stop; 0 = none. */
  readonly routeId: number;
  readonly arrivedAt: string | null;
  /** When it was done, failed or cancelled. */
  readonly endedAt: string | null;
  /** Both a success and a failure were reported: somebody has to look at it. */
  readonly isDisputed: boolean;
  readonly createdTime: string;
}
/** An order with everything that happened to it, oldest first. */
export interface RoadOrderDetail extends RoadOrder {
  readonly steps: readonly OrderStep[];
}

/** Orders in pages. */
export interface OrderPage {
  readonly orders: readonly RoadOrder[];
  /** `after` of the next page; null = there is no more. */
  readonly next: string | null;
  /** Of the filter without its states. */
  readonly counts: readonly { readonly state: OrderState; readonly count: number }[];
}
/** Mistakes of a row: a field is missing, stands in another row too, is no place, ends before it begins, or is wrong. */
export const ORDER_PROBLEMS = ['missing', 'twice', 'place', 'window', 'wrong'] as const;
export interface OrderProblem {
  /** 1 = the first. */
  readonly row: number;
  /** Path of the field in an order, such as `contact.phone`. */
  readonly field: string;
  readonly problem: (typeof ORDER_PROBLEMS)[number];
}
/** Orders of a file, as they were made, or would be. */
export interface OrderImport {
  readonly isDryRun: boolean;
  readonly created: number;
  /** Those whose reference is there already, and which stay as they are. */
  readonly known: number;
  /** Nothing is made while there is one. */
  readonly problems: readonly OrderProblem[];
}

/** The part of an order that users write. */
export type OrderContent = Pick<
  RoadOrder,
  'reference' | 'customer' | 'place' | 'from' | 'to' | 'minutes' | 'load' | 'contact' | 'note' | 'code'
>;

/** Steps that an order remembers; of more, the oldest go. */
export const MAX_ORDER_STEPS = 200;
/** Wrong codes after which no further one is looked at. */
export const MAX_WRONG_CODES = 5;
/** Orders of one import. */
export const MAX_IMPORTED_ORDERS = 2000;
