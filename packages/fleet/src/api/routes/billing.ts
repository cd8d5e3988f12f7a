import { z } from 'zod';
import { cancelInvoicesBody, newInvoiceBody, receiveInvoicesBody } from '../../schemas/invoice.ts';
import { issuedInvoice } from '../audit-rules.ts';
import { count, flag, integer, text, texts } from '../query-fields.ts';
import { defineRoutes, file, listOf, one } from '../route.ts';

/** Which invoices. */
const invoiceFilter = {
  text: text("Words of the customer's name, or the number of an invoice"),
  status: texts('Statuses'),
  from: text('First due day, YYYY-MM-DD'),
  to: text('Last due day'),
  customerId: integer('Of one customer'),
  sort: text('dueDate, value, customer or paidDate; dueDate when not given'),
  ascending: flag('Smallest, oldest first'),
};
const mine = { area: 'billing', access: 'session', tier: 'billing' } as const;
/** A reseller: the invoices they issued, and the customers below them. Acts on their own alone. */
const issued = { area: 'billing', access: 'brands', tier: 'billing', errors: [501, 502] } as const;

/** Invoices, for who pays and for who issues. Changes of status are in the audit log with the change itself. */
export const BILLING_ROUTES = defineRoutes({
  'GET /invoices': {
    ...mine,
    summary: 'What the caller owes and has paid, with what it costs today; newest first, at most 200',
    answer: listOf('OwnInvoice'),
    errors: [501, 502],
  },
  'GET /invoices/:id': {
    ...mine,
    summary: "One with its lines and its ledger: the caller's own, or one that he issued or may see",
    answer: one('InvoiceDetail'),
    errors: [404, 501, 502],
  },
  'GET /invoices/:id/receipt': {
    ...mine,
    summary:
      'The receipt of a paid one, as PDF: in the language of the caller, under the brand of who issued it',
    answer: file('application/pdf'),
    errors: [404, 409, 501, 502, 503],
  },
  'GET /billing/summary': {
    ...issued,
    summary: 'Due, overdue by age, received and expected: administrators, and resellers of their own tree',
    answer: one('BillingSummary'),
  },
  'GET /billing/debts': {
    ...issued,
    summary: 'Which customers are past a due date, since when and with how much',
    answer: listOf('CustomerDebt'),
  },
  'GET /billing/invoices': {
    ...issued,
    summary: 'Invoices of all customers, in pages',
    query: z.object({
      ...invoiceFilter,
      limit: count('Most of a page, at most 500; 50 when not given'),
      after: text('`next` of the page before'),
    }),
    answer: one('InvoicePage'),
  },
  'GET /billing/export': {
    ...issued,
    summary: "All of them as a file, in the caller's language",
    query: z.object({ ...invoiceFilter, format: text('csv or xlsx; csv when not given') }),
    answer: file('text/csv'),
    also: [file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')],
  },
  'POST /billing/invoices': {
    ...issued,
    summary: 'Issues an invoice by hand',
    body: newInvoiceBody,
    answer: one('Invoice'),
    errors: [404, 501, 502],
    audit: issuedInvoice,
  },
  'POST /billing/cancel': {
    ...issued,
    summary: 'Cancels invoices, with a reason; says of each what became of it',
    body: cancelInvoicesBody,
    answer: listOf('InvoiceOutcome'),
  },
  'POST /billing/receive': {
    ...issued,
    summary: 'Marks invoices as received in cash, with reason and day',
    body: receiveInvoicesBody,
    answer: listOf('InvoiceOutcome'),
  },
  'GET /billing/reminders/:id': {
    ...issued,
    summary: 'What the customer would be told now about an unpaid invoice, in his language',
    answer: one('InvoiceReminder'),
    errors: [404, 501, 502],
  },
  'POST /billing/reminders/:id': {
    ...issued,
    summary: 'Tells him by mail; it is in the audit log with what came of it',
    answer: one('InvoiceReminder'),
    errors: [404, 501, 502, 503],
  },
});
