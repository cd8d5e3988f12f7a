export {
  applyStatus,
  conflictEntry,
  type AppliedStatus,
  type NewLedgerEntry,
  type StatusChange,
} from './apply-status.ts';
export {
  addDays,
  addMonths,
  dateIn,
  dayNumber,
  dayOf,
  daysBetween,
  daysIn,
  monthOf,
  monthsBetween,
  readCivilDate,
  readCivilMonth,
  type CivilDate,
  type CivilMonth,
} from './civil-date.ts';
export {
  DEBT_AGES,
  debtAge,
  INVOICE_OUTCOMES,
  type BillingSummary,
  type CustomerDebt,
  type InvoiceReminder,
  type DebtAge,
  type InvoiceOutcome,
  type InvoicePage,
  type MoneySum,
  type OwnInvoice,
} from './billing-summary.ts';
export { billingOf, monthlyValueOf, type CustomerBilling } from '../customers/customer-billing.ts';
export {
  LEDGER_KINDS,
  MAX_INVOICE_VALUE,
  amountDue,
  PAYMENT_METHODS,
  type Invoice,
  type InvoiceCharge,
  type InvoiceDetail,
  type LedgerEntry,
  type LedgerKind,
  type PaymentMethod,
} from './invoice.ts';
export {
  INVOICE_STATUSES,
  isOpen,
  hasReceipt,
  isOverdue,
  isPaid,
  mayBecome,
  readStatus,
  TRANSITIONS,
  unbrandStatus,
  writeStatus,
  type InvoiceStatus,
  type WrittenStatus,
} from './invoice-status.ts';
export {
  monthsOfGrowth,
  stepGrowth,
  type Change,
  type Growth,
  type MonthOfGrowth,
  type Seen,
} from './growth.ts';
export { pixCode, readPixKey, type PixCode } from './pix-code.ts';
export { dueMonths, firstMonth, invoiceOfMonth, type MonthlyInvoice } from '../customers/issue-month.ts';
export { linesOfMonth, type BilledDevice, type InvoiceLine } from './monthly-value.ts';
export { stepOwnership, type PresentDevice } from './ownership.ts';
export {
  duesOn,
  NO_TERMS,
  termsOrUsual,
  type Charge,
  type Dues,
  type PaymentTerms,
  type PriceMode,
} from './terms.ts';
export {
  reminderOn,
  REMINDER_DAYS,
  suspensionStatusOn,
  trustFrom,
  type SuspensionStatus,
  type SuspensionTerms,
  type TrustUnlock,
} from './suspension.ts';
export { readTaxId, taxIdText, type TaxId } from './tax-id.ts';
export {
  CHARGE_PROVIDERS,
  chargeProvider,
  PAYMENT_PROVIDERS,
  providerTitle,
  type ChargeProviderName,
  type PaymentProviderName,
} from './payment-providers.ts';
