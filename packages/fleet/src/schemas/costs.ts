import { z } from 'zod';
import { BUDGET_SPANS, type Budget } from '../costs/budget.ts';
import {
  CARD_COLUMNS,
  DATE_FORMS,
  MAX_CARD_CELLS,
  MAX_CARD_ROWS,
  MAX_CARD_WIDTH,
  NEEDED_COLUMNS,
  type CardMapping,
} from '../costs/card-file.ts';
import {
  COST_KINDS,
  COST_UNITS,
  MAX_COST_MONTHS,
  RECEIPT_TYPES,
  type CostLine,
  type CostPeriod,
  type RecurringCost,
} from '../costs/cost-line.ts';
import { MAX_PLANNED_MONTHS, type VehiclePurchase } from '../costs/ownership.ts';
import { monthsOf } from '../costs/spread.ts';
import { FIELD_LIMITS } from '../entities/field-limits.ts';
import { isTimeZone } from '../preferences/time-zone.ts';
import { COST_ANSWERS } from './answers/costs.ts';
import { day, flag, ignoring, instant, month, optionalText, text } from './fields.ts';

const limits = FIELD_LIMITS.cost;
/** Blank is an empty text. */
const maybeText = (maxLength: number) =>
  optionalText(maxLength)
    .transform((value) => value ?? '')
    .default('');
const amount = () =>
  z
    .int()
    .min(-limits.cents)
    .max(limits.cents)
    .refine((cents) => cents !== 0, 'is 0');
const reading = (max: number) => z.number().min(0).max(max).nullable().default(null);

const content = {
  deviceId: z.int().positive(),
  kind: z.enum(COST_KINDS),
  cents: amount(),
  from: day(),
  to: day(),
  at: instant().default(null),
  quantity: z.number().min(0).max(limits.quantity).default(0),
  unit: z.enum(COST_UNITS).nullable().default(null),
  odometerKm: reading(limits.odometerKm),
  engineHours: reading(limits.engineHours),
  supplier: maybeText(limits.supplier),
  document: maybeText(limits.document),
  driverUniqueId: maybeText(FIELD_LIMITS.driver.uniqueId),
  note: maybeText(limits.note),
};
const isInOrder = ({ from, to }: CostPeriod): boolean => from <= to;
const ORDER = 'to: is before from';
const isShort = (period: CostPeriod): boolean => monthsOf(period).length <= MAX_COST_MONTHS;
const LENGTH = `to: is more than ${MAX_COST_MONTHS} months after from`;
const hasUnit = ({ quantity, unit }: { readonly quantity: number; readonly unit: string | null }): boolean =>
  quantity > 0 === (unit !== null);
const UNIT = 'unit: goes together with a quantity';

/** A line of the ledger of a vehicle, wherever it comes from. */
export const costContent = z
  .strictObject(content)
  .refine(isInOrder, ORDER)
  .refine(isShort, LENGTH)
  .refine(hasUnit, UNIT);

/** A new line. The same request makes one, however often it comes. */
export const costLineBody = z
  .strictObject({ ...content, requestId: z.uuid().nullable().default(null) })
  .refine(isInOrder, ORDER)
  .refine(isShort, LENGTH)
  .refine(hasUnit, UNIT)
  .meta({ title: 'CostLineBody' });

/** A change of a line, with the version that it began from. */
export const costChangeBody = ignoring(
  ['id'],
  z
    .strictObject({ ...content, version: z.int().positive() })
    .refine(isInOrder, ORDER)
    .refine(isShort, LENGTH)
    .refine(hasUnit, UNIT),
).meta({ title: 'CostChange' });

const recurring = {
  deviceId: z.int().positive(),
  kind: z.enum(COST_KINDS),
  cents: amount(),
  first: day(),
  everyMonths: z.int().min(1).max(MAX_COST_MONTHS),
  last: day().nullable().default(null),
  isSpread: z.boolean().default(false),
  supplier: maybeText(limits.supplier),
  note: maybeText(limits.note),
};
const endsAfter = ({ first, last }: { readonly first: string; readonly last: string | null }): boolean =>
  last === null || first <= last;
const END = 'last: is before first';
/** A cost that comes again. */
export const recurringCostBody = z
  .strictObject(recurring)
  .refine(endsAfter, END)
  .meta({ title: 'RecurringCostBody' });
export const recurringChangeBody = ignoring(
  ['id'],
  z.strictObject({ ...recurring, version: z.int().positive() }).refine(endsAfter, END),
).meta({ title: 'RecurringCostChange' });

const budget = {
  name: text(limits.budget),
  deviceId: z.int().min(0).default(0),
  groupId: z.int().min(0).default(0),
  kind: z.enum(COST_KINDS).nullable().default(null),
  span: z.enum(BUDGET_SPANS),
  cents: z.int().min(1).max(limits.cents),
};
const hasOneSubject = ({
  deviceId,
  groupId,
}: {
  readonly deviceId: number;
  readonly groupId: number;
}): boolean => deviceId === 0 || groupId === 0;
const SUBJECT = 'groupId: a budget is of a vehicle or of a group';
/** A budget of all vehicles, of a group or of one vehicle. */
export const budgetBody = z.strictObject(budget).refine(hasOneSubject, SUBJECT).meta({ title: 'BudgetBody' });
export const budgetChangeBody = ignoring(
  ['id'],
  z.strictObject({ ...budget, version: z.int().positive() }).refine(hasOneSubject, SUBJECT),
).meta({ title: 'BudgetChange' });

/** Purchase of a vehicle, with the version that it replaces; 0 = there is none yet. */
export const purchaseBody = ignoring(
  ['id'],
  z
    .strictObject({
      version: z.int().min(0),
      /** Company whose purchase it is; null = the caller's own. */
      ownerId: z.int().positive().nullable().default(null),
      day: day(),
      cents: z.int().min(1).max(limits.cents),
      residualCents: z.int().min(0).max(limits.cents),
      months: z.int().min(1).max(MAX_PLANNED_MONTHS),
      sale: z
        .strictObject({ day: day(), cents: z.int().min(0).max(limits.cents) })
        .nullable()
        .default(null),
    })
    .refine(({ cents, residualCents }) => residualCents <= cents, 'residualCents: is more than cents')
    .refine((bought) => bought.sale === null || bought.day <= bought.sale.day, 'sale: is before day'),
).meta({ title: 'PurchaseBody' });

/** Closes a month of the books, or opens it again. */
export const closedMonthBody = z
  .strictObject({ month: month(), isClosed: z.boolean() })
  .meta({ title: 'ClosedMonthBody' });

const MAX_FILE_ROW = 60_000;
/** Longer than a field may be is a mistake of its row; longer than this is no file of a fuel card. */
const MAX_CELL = 1000;
const cardMapping = z.strictObject({
  provider: text(limits.provider),
  heads: maybeText(limits.heads),
  widths: z.array(z.int().min(1).max(MAX_CARD_WIDTH)).max(MAX_CARD_CELLS).default([]),
  columns: z
    .partialRecord(
      z.enum(CARD_COLUMNS),
      z
        .int()
        .min(0)
        .max(MAX_CARD_CELLS - 1),
    )
    .refine(
      (columns) => NEEDED_COLUMNS.every((name) => columns[name] !== undefined),
      'has no column for each',
    ),
  preamble: z.int().min(0).max(MAX_FILE_ROW).default(0),
  rowMark: maybeText(limits.rowMark),
  decimal: z.enum([',', '.']),
  date: z.enum(DATE_FORMS),
  products: z
    .array(z.strictObject({ word: text(limits.cell), kind: z.enum(COST_KINDS) }))
    .max(limits.products)
    .default([]),
});
/** A file of a fuel card: its rows as they are, and how they are read. */
export const costImportBody = z
  .strictObject({
    rows: z
      .array(
        z.strictObject({
          row: z.int().min(1).max(MAX_FILE_ROW),
          cells: z.array(z.string().max(MAX_CELL)).max(MAX_CARD_CELLS),
        }),
      )
      .min(1)
      .max(MAX_CARD_ROWS),
    mapping: cardMapping,
    /** Of the clocks at the stations. */
    zone: z.string().refine(isTimeZone, { message: 'is no time zone' }),
    /** Only says what would happen. */
    dryRun: flag().default(false),
  })
  .meta({ title: 'CostImportBody' });
export type CostImportBody = z.output<typeof costImportBody>;
const storedMapping = COST_ANSWERS.CardMapping.extend({
  // Those that were saved before there were widths have separators.
  widths: COST_ANSWERS.CardMapping.shape.widths.default([]),
});
export const readStoredMapping = (body: unknown): CardMapping => storedMapping.parse(body);

/** As the extension stores them: all but the id and the version, which their documents have. */
const storedCost = COST_ANSWERS.CostLine.omit({ id: true, version: true }).extend({
  // Lines that were written before there were receipts have none.
  receipts: COST_ANSWERS.CostLine.shape.receipts.default([]),
});
/** Whether a text may name a receipt. */
export const isReceiptId = (text: string): boolean => z.uuid().safeParse(text).success;
/** A receipt as it is stored. */
const storedReceipt = z.object({ type: z.enum(RECEIPT_TYPES), base64: z.string() });
export const readStoredReceipt = (body: unknown): z.output<typeof storedReceipt> => storedReceipt.parse(body);
export type StoredCost = Omit<CostLine, 'id' | 'version'>;
export const readStoredCost = (body: unknown): StoredCost => storedCost.parse(body);
const storedRecurringCost = COST_ANSWERS.RecurringCost.omit({ id: true, version: true });
export type StoredRecurringCost = Omit<RecurringCost, 'id' | 'version'>;
export const readStoredRecurringCost = (body: unknown): StoredRecurringCost =>
  storedRecurringCost.parse(body);
const storedPurchase = COST_ANSWERS.VehiclePurchase.omit({ version: true });
export type StoredPurchase = Omit<VehiclePurchase, 'version'>;
export const readStoredPurchase = (body: unknown): StoredPurchase => storedPurchase.parse(body);
const storedBudget = COST_ANSWERS.Budget.omit({ id: true, version: true });
export type StoredBudget = Omit<Budget, 'id' | 'version'>;
export const readStoredBudget = (body: unknown): StoredBudget => storedBudget.parse(body);
