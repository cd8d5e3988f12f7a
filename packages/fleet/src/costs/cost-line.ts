import type { CivilDate, CivilMonth } from '../billing/civil-date.ts';

/** Kinds of cost, in the order in which they are listed. */
export const COST_KINDS = [
  'fuel',
  'service',
  'tyres',
  'fines',
  'tolls',
  'insurance',
  'tax',
  'lease',
  'other',
] as const;
export type CostKind = (typeof COST_KINDS)[number];

/** Units of a quantity. */
export const COST_UNITS = ['liter', 'kilowattHour', 'cubicMeter', 'kilogram', 'piece'] as const;
export type CostUnit = (typeof COST_UNITS)[number];

/** Origin of a line: a user, a file, or a recurring cost. */
export const COST_SOURCES = ['user', 'import', 'recurring'] as const;
export type CostSource = (typeof COST_SOURCES)[number];

/** Days of the calendar, both included. */
export interface CostPeriod {
  readonly from: CivilDate;
  readonly to: CivilDate;
}
/** An amount over the days to which it belongs. */
export interface SpreadAmount extends CostPeriod {
  /** Negative = money that came back. */
  readonly cents: number;
}

/** The part of a line that users write. */
export interface CostContent extends SpreadAmount {
  readonly deviceId: number;
  readonly kind: CostKind;
  /** When it happened, ISO 8601; null = only the day is known. */
  readonly at: string | null;
  /** 0 = none. */
  readonly quantity: number;
  /** Null = there is no quantity. */
  readonly unit: CostUnit | null;
  /** Odometer as it was written down; null = it was not. */
  readonly odometerKm: number | null;
  /** Engine hours as they were written down; null = they were not. */
  readonly engineHours: number | null;
  readonly supplier: string;
  /** Number of the receipt or invoice. */
  readonly document: string;
  /** Driver to whom it belongs, by their identifier; '' = none. */
  readonly driverUniqueId: string;
  readonly note: string;
}
/** Types in which receipts are stored: pictures are encoded again, papers stay as they are. */
export const RECEIPT_TYPES = ['image/webp', 'application/pdf'] as const;
export type ReceiptType = (typeof RECEIPT_TYPES)[number];
/** Receipts of one line. */
export const MAX_RECEIPTS = 10;
/** Bytes of one receipt, as it is sent. */
export const MAX_RECEIPT_BYTES = 3_000_000;
/** A picture or paper that proves a line. */
export interface CostReceipt {
  /** Given by whoever sends it: the same one is stored once. */
  readonly id: string;
  /** Of the file, as it was called; '' = it has none. */
  readonly name: string;
  readonly type: ReceiptType;
  readonly addedTime: string;
}
/** A line of the ledger of a vehicle. A credit note is a line of its own, with a negative amount. */
export interface CostLine extends CostContent {
  readonly id: number;
  /** Of the stored document; a change names the version that it began from. */
  readonly version: number;
  /** Account of the company whose it is. */
  readonly ownerId: number;
  readonly deviceName: string;
  readonly driverName: string;
  readonly source: CostSource;
  /** Identity of what it was made from: a line of a file, a month of a recurring cost. '' = made by hand. */
  readonly importKey: string;
  readonly createdTime: string;
  /** The first that was added comes first. */
  readonly receipts: readonly CostReceipt[];
}

/** A cost that comes again, such as a lease. */
export interface RecurringContent {
  readonly deviceId: number;
  readonly kind: CostKind;
  readonly cents: number;
  /** The first day on which it is due; it is due on the same day of later months. */
  readonly first: CivilDate;
  /** Months from one to the next. */
  readonly everyMonths: number;
  /** The last day on which it may be due; null = it goes on. */
  readonly last: CivilDate | null;
  /** Each belongs to all days until the next, instead of the one on which it is due. */
  readonly isSpread: boolean;
  readonly supplier: string;
  readonly note: string;
}
export interface RecurringCost extends RecurringContent {
  readonly id: number;
  readonly version: number;
  readonly ownerId: number;
  readonly deviceName: string;
  /** The last month whose line was made or skipped; null = none yet. */
  readonly doneMonth: CivilMonth | null;
  /** Months without a line: they were closed before it was made. */
  readonly skipped: readonly CivilMonth[];
  readonly createdTime: string;
}
/** Months over which one line is spread at most. */
export const MAX_COST_MONTHS = 60;

/** Lines in pages. */
export interface CostPage {
  readonly lines: readonly CostLine[];
  /** `after` of the next page; null = there is no more. */
  readonly next: string | null;
  /** Of the filter without its kinds. */
  readonly sums: readonly { readonly kind: CostKind; readonly count: number; readonly cents: number }[];
}
/** Costs of a vehicle in a month. */
export interface CostSum {
  readonly month: CivilMonth;
  readonly kind: CostKind;
  readonly deviceId: number;
  readonly cents: number;
}
/** Costs of a driver in a month, of lines that have one. */
export interface DriverCostSum {
  readonly month: CivilMonth;
  readonly kind: CostKind;
  readonly driverUniqueId: string;
  readonly cents: number;
}
export interface RecurringPage {
  readonly costs: readonly RecurringCost[];
  /** `after` of the next page; null = there is no more. */
  readonly next: string | null;
}
/** A month whose lines nobody changes. */
export interface ClosedMonth {
  /** Account of the company whose books it closes. */
  readonly ownerId: number;
  readonly month: CivilMonth;
  readonly closedAt: string;
}
