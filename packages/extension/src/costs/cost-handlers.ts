import { changeBudget, listBudgets, makeBudget, removeBudget } from './budgets.ts';
import { listMappings, removeMapping } from './card-mappings.ts';
import { closeMonth, listClosedMonths } from './closed-months.ts';
import type { CostHandlerDeps } from './cost-deps.ts';
import { importCosts } from './import-costs.ts';
import { listCosts, sumCosts, sumDriverCosts } from './list-costs.ts';
import { changeRecurring, listRecurring, makeRecurring, removeRecurring } from './recurring-costs.ts';
import { listPurchases, removePurchase, writePurchase } from './purchases.ts';
import { addReceipt, readReceipt, removeReceipt } from './receipts.ts';
import { changeLine, makeLine, removeLine } from './write-lines.ts';

/** Handlers of costs. */
export const costHandlers = (deps: CostHandlerDeps) => ({
  'GET /costs': listCosts(deps),
  'GET /costs/sums': sumCosts(deps),
  'GET /costs/drivers': sumDriverCosts(deps),
  'POST /costs': makeLine(deps),
  'GET /costs/mappings': listMappings(deps),
  'DELETE /costs/mappings': removeMapping(deps),
  'POST /costs/import': importCosts(deps),
  'PUT /costs/:id': changeLine(deps),
  'DELETE /costs/:id': removeLine(deps),
  'GET /costs/:id/receipts/:receipt': readReceipt(deps),
  'POST /costs/:id/receipts/:receipt': addReceipt(deps),
  'DELETE /costs/:id/receipts/:receipt': removeReceipt(deps),
  'GET /costs/months': listClosedMonths(deps),
  'POST /costs/months': closeMonth(deps),
  'GET /costs/budgets': listBudgets(deps),
  'POST /costs/budgets': makeBudget(deps),
  'PUT /costs/budgets/:id': changeBudget(deps),
  'DELETE /costs/budgets/:id': removeBudget(deps),
  'GET /costs/purchases': listPurchases(deps),
  'PUT /costs/purchases/:id': writePurchase(deps),
  'DELETE /costs/purchases/:id': removePurchase(deps),
  'GET /costs/recurring': listRecurring(deps),
  'POST /costs/recurring': makeRecurring(deps),
  'PUT /costs/recurring/:id': changeRecurring(deps),
  'DELETE /costs/recurring/:id': removeRecurring(deps),
});
