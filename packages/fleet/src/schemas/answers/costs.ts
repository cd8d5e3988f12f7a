import { z } from 'zod';
import { BUDGET_ALERTS, BUDGET_SPANS, type Budget, type BudgetPage } from '../../costs/budget.ts';
import {
  CARD_COLUMNS,
  CARD_PROBLEMS,
  DATE_FORMS,
  type CardMapping,
  type CostImport,
} from '../../costs/card-file.ts';
import {
  COST_KINDS,
  COST_SOURCES,
  COST_UNITS,
  RECEIPT_TYPES,
  type ClosedMonth,
  type CostLine,
  type CostPage,
  type CostReceipt,
  type CostSum,
  type DriverCostSum,
  type RecurringCost,
  type RecurringPage,
} from '../../costs/cost-line.ts';
import type { PurchasePage, VehiclePurchase } from '../../costs/ownership.ts';
import {
  day,
  instant,
  maybeInstant,
  maybeNumber,
  maybeString,
  month,
  number,
  shapeOf,
  string,
  whole,
  yesNo,
} from './shape.ts';

const kind = () => z.enum(COST_KINDS);
const CostReceiptAnswer = shapeOf<CostReceipt>()({
  id: string(),
  name: string(),
  type: z.enum(RECEIPT_TYPES),
  addedTime: instant(),
});
const CostLineAnswer = shapeOf<CostLine>()({
  id: whole(),
  version: whole(),
  ownerId: whole(),
  deviceId: whole(),
  deviceName: string(),
  kind: kind(),
  cents: whole(),
  from: day(),
  to: day(),
  at: maybeInstant(),
  quantity: number(),
  unit: z.enum(COST_UNITS).nullable(),
  odometerKm: maybeNumber(),
  engineHours: maybeNumber(),
  supplier: string(),
  document: string(),
  driverUniqueId: string(),
  driverName: string(),
  note: string(),
  source: z.enum(COST_SOURCES),
  importKey: string(),
  createdTime: instant(),
  receipts: z.array(CostReceiptAnswer),
});
const RecurringCostAnswer = shapeOf<RecurringCost>()({
  id: whole(),
  version: whole(),
  ownerId: whole(),
  deviceId: whole(),
  deviceName: string(),
  kind: kind(),
  cents: whole(),
  first: day(),
  everyMonths: whole(),
  last: day().nullable(),
  isSpread: yesNo(),
  supplier: string(),
  note: string(),
  doneMonth: month().nullable(),
  skipped: z.array(month()),
  createdTime: instant(),
});

const BudgetAnswer = shapeOf<Budget>()({
  id: whole(),
  version: whole(),
  ownerId: whole(),
  name: string(),
  deviceId: whole(),
  groupId: whole(),
  subjectName: string(),
  kind: kind().nullable(),
  span: z.enum(BUDGET_SPANS),
  cents: whole(),
  createdTime: instant(),
});
const PurchaseAnswer = shapeOf<VehiclePurchase>()({
  deviceId: whole(),
  deviceName: string(),
  ownerId: whole(),
  version: whole(),
  day: day(),
  cents: whole(),
  residualCents: whole(),
  months: whole(),
  sale: z.strictObject({ day: day(), cents: whole() }).nullable(),
});
const CardMappingAnswer = shapeOf<CardMapping>()({
  provider: string(),
  heads: string(),
  widths: z.array(whole()),
  columns: z.partialRecord(z.enum(CARD_COLUMNS), whole()),
  preamble: whole(),
  rowMark: string(),
  decimal: z.enum([',', '.']),
  date: z.enum(DATE_FORMS),
  products: z.array(z.strictObject({ word: string(), kind: kind() })),
});

export const COST_ANSWERS = {
  CostLine: CostLineAnswer,
  CostPage: shapeOf<CostPage>()({
    lines: z.array(CostLineAnswer),
    next: maybeString(),
    sums: z.array(z.strictObject({ kind: kind(), count: whole(), cents: whole() })),
  }),
  CostSum: shapeOf<CostSum>()({ month: month(), kind: kind(), deviceId: whole(), cents: whole() }),
  DriverCostSum: shapeOf<DriverCostSum>()({
    month: month(),
    kind: kind(),
    driverUniqueId: string(),
    cents: whole(),
  }),
  RecurringCost: RecurringCostAnswer,
  RecurringPage: shapeOf<RecurringPage>()({ costs: z.array(RecurringCostAnswer), next: maybeString() }),
  Budget: BudgetAnswer,
  BudgetPage: shapeOf<BudgetPage>()({
    budgets: z.array(
      BudgetAnswer.extend({
        from: day(),
        to: day(),
        spentCents: whole(),
        forecastCents: whole().nullable(),
        alert: z.enum(BUDGET_ALERTS),
      }),
    ),
    next: maybeString(),
    hasEvents: yesNo(),
  }),
  VehiclePurchase: PurchaseAnswer,
  PurchasePage: shapeOf<PurchasePage>()({ purchases: z.array(PurchaseAnswer), next: maybeString() }),
  CardMapping: CardMappingAnswer,
  CostImport: shapeOf<CostImport>()({
    isDryRun: yesNo(),
    created: whole(),
    known: whole(),
    cents: whole(),
    problems: z.array(
      z.strictObject({ row: whole(), column: z.enum(CARD_COLUMNS), problem: z.enum(CARD_PROBLEMS) }),
    ),
  }),
  ClosedMonth: shapeOf<ClosedMonth>()({ ownerId: whole(), month: month(), closedAt: instant() }),
};
