import { z } from 'zod';
import { MAX_CARD_CELLS, MAX_CARD_ROWS } from '../../costs/card-file.ts';
import { COST_KINDS, MAX_RECEIPT_BYTES } from '../../costs/cost-line.ts';
import {
  budgetBody,
  budgetChangeBody,
  closedMonthBody,
  costChangeBody,
  costImportBody,
  costLineBody,
  purchaseBody,
  recurringChangeBody,
  recurringCostBody,
} from '../../schemas/costs.ts';
import { addedReceipt, closedMonth, did, didInPath, imported, made, removed } from '../audit-rules.ts';
import { choices, count, day, flag, integers, month, text, word } from '../query-fields.ts';
import { at, defineRoutes, file, listOf, one } from '../route.ts';

const area = 'costs';
/** Guests have none even where the standard edition gives every right to everybody: the handlers check that. */
const shown = { area, access: 'costs.view', errors: [400, 501, 502] } as const;
const changed = { area, access: 'costs.edit', errors: [404, 409, 501, 502] } as const;
const created = { area, access: 'costs.create', errors: [404, 409, 501, 502] } as const;
const gone = { area, access: 'costs.delete', errors: [404, 409, 501, 502] } as const;
const vehicles = integers('Vehicles; all when not given');
const limit = count('Most of a page, at most 500; 50 when not given');
/** Each row is an object of two members, one of them a list. */
const IMPORT_BOUNDS = {
  values: MAX_CARD_ROWS * (MAX_CARD_CELLS + 4) + 1000,
  names: MAX_CARD_ROWS * 2 + 1000,
};
const after = text('`next` of the page before');

/** Costs of the vehicles of a company: seen by it, those below it, and those who answer for it. */
export const COST_ROUTES = defineRoutes({
  'GET /costs': {
    ...shown,
    summary: 'Lines of the ledgers of vehicles in pages, with sums by kind',
    query: z.object({
      from: day('First day, included; a line counts by the first of its days'),
      to: day('Last day, included'),
      kind: choices(COST_KINDS, 'Kinds; all when not given'),
      deviceId: vehicles,
      text: text('Words of supplier, document, note, vehicle or driver'),
      sort: word(['time', 'supplier'], 'time when not given'),
      descending: flag('Latest, or last by name, first'),
      limit,
      after,
    }),
    answer: one('CostPage'),
  },
  'GET /costs/sums': {
    ...shown,
    summary: 'Costs by month, kind and vehicle; what is spread counts by its days',
    query: z.object({
      from: month('First month, YYYY-MM; the eleventh before the last when not given'),
      to: month('Last month, at most 24 in all; this one when not given'),
      deviceId: vehicles,
    }),
    answer: listOf('CostSum'),
  },
  'GET /costs/drivers': {
    ...shown,
    summary: 'Costs by month, kind and driver, of lines that have one; what is spread counts by its days',
    query: z.object({
      from: month('First month, YYYY-MM; the eleventh before the last when not given'),
      to: month('Last month, at most 24 in all; this one when not given'),
    }),
    answer: listOf('DriverCostSum'),
  },
  'POST /costs': {
    ...created,
    summary: 'Writes a line; a credit note is one with a negative amount',
    body: costLineBody,
    answer: one('CostLine'),
    audit: made('cost'),
  },
  'GET /costs/mappings': {
    ...shown,
    summary: 'Saved mappings of files of fuel cards of the own company, the one used last first',
    answer: listOf('CardMapping'),
  },
  'DELETE /costs/mappings': {
    ...gone,
    summary: 'Removes the saved mapping of a provider of the own company; what was imported stays',
    query: z.object({ provider: text('Name of the provider') }),
    errors: [400, 404, 501, 502],
    audit: did('remove', 'costMapping'),
  },
  'POST /costs/import': {
    ...created,
    summary:
      'Writes the lines of a file of a fuel card, all or none; those that are known are left as they are',
    body: costImportBody,
    bounds: IMPORT_BOUNDS,
    answer: one('CostImport'),
    errors: [409, 501, 502],
    audit: imported('costs'),
  },
  'PUT /costs/:id': {
    ...changed,
    summary: 'Changes a line of months that are open',
    body: costChangeBody,
    answer: one('CostLine'),
    audit: didInPath('edit', 'cost'),
  },
  'DELETE /costs/:id': {
    ...gone,
    summary: 'Removes a line of months that are open',
    audit: removed('cost'),
  },
  'GET /costs/:id/receipts/:receipt': {
    ...shown,
    summary: 'A receipt of a line, as a file to be saved',
    answer: file('image/webp'),
    also: [file('application/pdf')],
    errors: [404, 501, 502],
  },
  'POST /costs/:id/receipts/:receipt': {
    ...created,
    summary: 'Adds a picture, which is encoded again, or a PDF to a line; the same one is stored once',
    query: z.object({ name: text('Name of the file') }),
    upload: 'image/*',
    uploadAlso: 'application/pdf',
    uploadBytes: MAX_RECEIPT_BYTES,
    answer: at(201, one('CostLine')),
    also: [one('CostLine')],
    errors: [400, 404, 409, 429, 501, 502],
    audit: addedReceipt,
  },
  'DELETE /costs/:id/receipts/:receipt': {
    ...gone,
    summary: 'Removes a receipt from a line of months that are open',
    audit: removed('costReceipt'),
  },
  'GET /costs/months': {
    ...shown,
    summary: 'Months of the own company that are closed',
    answer: listOf('ClosedMonth'),
  },
  'POST /costs/months': {
    ...gone,
    summary: 'Closes a month that is over, or opens it again',
    body: closedMonthBody,
    audit: closedMonth,
  },
  'GET /costs/budgets': {
    ...shown,
    summary: 'Budgets in pages, with what is spent in the month or year that is under way',
    query: z.object({ text: text('Words of name, vehicle or group'), limit, after }),
    answer: one('BudgetPage'),
  },
  'POST /costs/budgets': {
    ...created,
    summary: 'Sets a budget; of more than one vehicle, for the account of the company alone',
    body: budgetBody,
    answer: one('Budget'),
    errors: [400, 403, 404, 501, 502],
    audit: made('costBudget'),
  },
  'PUT /costs/budgets/:id': {
    ...changed,
    summary: 'Changes a budget',
    body: budgetChangeBody,
    answer: one('Budget'),
    errors: [400, 403, 404, 409, 501, 502],
    audit: didInPath('edit', 'costBudget'),
  },
  'DELETE /costs/budgets/:id': {
    ...gone,
    summary: 'Removes a budget; the costs stay',
    audit: removed('costBudget'),
  },
  'GET /costs/purchases': {
    ...shown,
    summary: 'Purchases of vehicles in pages: what they cost, and what is planned for them',
    query: z.object({ deviceId: vehicles, text: text('Words of the vehicle'), limit, after }),
    answer: one('PurchasePage'),
  },
  'PUT /costs/purchases/:id': {
    ...changed,
    summary: 'Writes the purchase of a vehicle: price, planned months, residual value and sale',
    body: purchaseBody,
    answer: one('VehiclePurchase'),
    audit: didInPath('edit', 'costPurchase'),
  },
  'DELETE /costs/purchases/:id': {
    ...gone,
    summary: 'Removes the purchase of a vehicle: it loses no value in reports any more',
    query: z.object({ ownerId: count("Company whose purchase it is; the caller's own when not given") }),
    audit: removed('costPurchase'),
  },
  'GET /costs/recurring': {
    ...shown,
    summary: 'Costs that come again, in pages',
    query: z.object({ deviceId: vehicles, text: text('Words of supplier, note or vehicle'), limit, after }),
    answer: one('RecurringPage'),
  },
  'POST /costs/recurring': {
    ...created,
    summary: 'Has lines written whenever a cost is due',
    body: recurringCostBody,
    answer: one('RecurringCost'),
    audit: made('recurringCost'),
  },
  'PUT /costs/recurring/:id': {
    ...changed,
    summary: 'Changes the lines to come; those that were written stay',
    body: recurringChangeBody,
    answer: one('RecurringCost'),
    audit: didInPath('edit', 'recurringCost'),
  },
  'DELETE /costs/recurring/:id': {
    ...gone,
    summary: 'No more lines are written; those that were written stay',
    audit: removed('recurringCost'),
  },
});
