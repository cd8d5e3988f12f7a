/** Costs: the ledger of a vehicle, what it adds up to, and what comes again. */
export {
  COST_KINDS,
  COST_SOURCES,
  COST_UNITS,
  MAX_COST_MONTHS,
  MAX_RECEIPT_BYTES,
  MAX_RECEIPTS,
  RECEIPT_TYPES,
  type ClosedMonth,
  type CostContent,
  type CostKind,
  type CostLine,
  type CostPage,
  type CostPeriod,
  type CostReceipt,
  type CostSource,
  type CostSum,
  type CostUnit,
  type DriverCostSum,
  type ReceiptType,
  type RecurringContent,
  type RecurringCost,
  type RecurringPage,
  type SpreadAmount,
} from './cost-line.ts';
export { centsWithin, monthsOf, partsOf, periodOf, type MonthPart } from './spread.ts';
export { costParts, costPer, costsBy, type CostPart } from './sums.ts';
export {
  COST_REPORT_BYS,
  costReport,
  isRunning,
  type CostReport,
  type CostReportBy,
  type CostReportRow,
} from './cost-report.ts';
export {
  depreciation,
  MAX_PLANNED_MONTHS,
  ownershipReport,
  type OwnershipCost,
  type OwnershipReport,
  type Purchase,
  type PurchasePage,
  type VehiclePurchase,
  type VehicleUse,
} from './ownership.ts';
export {
  BUDGET_ALERTS,
  BUDGET_SPANS,
  budgetPeriod,
  budgetState,
  isGraver,
  spentShare,
  type Budget,
  type BudgetAlert,
  type BudgetContent,
  type BudgetNow,
  type BudgetPage,
  type BudgetState,
} from './budget.ts';
export { driverAt, type DriverAt, type DriverSpell } from './fine-driver.ts';
export { isPdf, receiptFileName, receiptName } from './receipt-file.ts';
export { dueDay, dueLines, type RecurringLine } from './recurring.ts';
export {
  CARD_COLUMNS,
  CARD_PROBLEMS,
  DATE_FORMS,
  MAX_CARD_CELLS,
  MAX_CARD_ROWS,
  MAX_CARD_WIDTH,
  NEEDED_COLUMNS,
  type CardColumn,
  type CardLine,
  type CardMapping,
  type CardProblem,
  type CostImport,
  type FileRow,
  type ReadCardFile,
} from './card-file.ts';
export { guessForms, usualKind, type CardForms } from './guess-mapping.ts';
export { fitsOdometer, kindOfProduct, readCardFile } from './read-card-file.ts';
export { fixedCells, fixedLength, guessWidths, readWidths } from './fixed-width.ts';
export { cardCents, cardDay, cardNumber, cardTime } from './read-card-text.ts';
export { plateKey } from './plate-key.ts';
export { unbilledFills, type UnbilledFill } from './unbilled-fills.ts';
export {
  checkTank,
  linesWithoutFill,
  TANK_OUTCOMES,
  type BilledFuel,
  type LevelsAround,
  type TankCheck,
  type TankFill,
  type TankOutcome,
  type TankReason,
} from './tank-check.ts';
