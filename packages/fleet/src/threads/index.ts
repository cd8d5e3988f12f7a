/** The fleet types that database threads use. It includes no schema: each thread would load the library again. */
export { readCivilDate, readCivilMonth } from '../billing/civil-date.ts';
export { LEDGER_KINDS, amountDue } from '../billing/invoice.ts';
export { PAYMENT_PROVIDERS } from '../billing/payment-providers.ts';
export { INVOICE_STATUSES } from '../billing/invoice-status.ts';
export { sumsBetween } from '../trips/day-sums.ts';
export { addSums } from '../trips/piece-sums.ts';
export { waitsForSomebody } from '../entities/event-severity.ts';
export { LINKED_KIND_NAMES } from '../links/linked-kinds.ts';
export { knots } from '../units/speed.ts';
export { apiDate } from '../units/api-date.ts';
