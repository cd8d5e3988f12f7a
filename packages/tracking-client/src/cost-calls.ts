import type { ExtensionRoutes, SentBodyOf, SentQueryOf } from '@rastro/fleet/api';
import type {
  Budget,
  BudgetContent,
  BudgetPage,
  CardMapping,
  ClosedMonth,
  CostContent,
  CostImport,
  CostLine,
  CostPage,
  CostSum,
  DriverCostSum,
  Purchase,
  PurchasePage,
  RecurringContent,
  RecurringCost,
  RecurringPage,
  VehiclePurchase,
} from '@rastro/fleet/costs';
import type { Answer, Caller } from './caller.ts';

export type CostQuestion = SentQueryOf<ExtensionRoutes['GET /costs']>;
type RecurringQuestion = SentQueryOf<ExtensionRoutes['GET /costs/recurring']>;
interface Versioned {
  /** That a change began from. */
  readonly version: number;
}

/** Costs of the vehicles of a company. */
export interface CostCalls {
  list(query: CostQuestion, signal: AbortSignal): Promise<Answer<CostPage>>;
  sums(
    query: SentQueryOf<ExtensionRoutes['GET /costs/sums']>,
    signal: AbortSignal,
  ): Promise<Answer<readonly CostSum[]>>;
  driverSums(
    query: SentQueryOf<ExtensionRoutes['GET /costs/drivers']>,
    signal: AbortSignal,
  ): Promise<Answer<readonly DriverCostSum[]>>;
  /** @property requestId The same makes one line, however often it is sent. */
  make(line: CostContent & { readonly requestId?: string }, signal: AbortSignal): Promise<Answer<CostLine>>;
  change(id: number, line: CostContent & Versioned, signal: AbortSignal): Promise<Answer<CostLine>>;
  remove(id: number, signal: AbortSignal): Promise<Answer<null>>;
  receipt(at: { readonly lineId: number; readonly id: string }, signal: AbortSignal): Promise<Answer<Blob>>;
  /** @returns the line with its receipts. */
  addReceipt(
    receipt: {
      readonly lineId: number;
      readonly id: string;
      readonly name: string;
      readonly bytes: Blob;
    },
    signal: AbortSignal,
  ): Promise<Answer<CostLine>>;
  removeReceipt(
    at: { readonly lineId: number; readonly id: string },
    signal: AbortSignal,
  ): Promise<Answer<null>>;
  /** Saved mappings of files of fuel cards, the one used last first. */
  mappings(signal: AbortSignal): Promise<Answer<readonly CardMapping[]>>;
  removeMapping(provider: string, signal: AbortSignal): Promise<Answer<null>>;
  /** Writes the lines of a file of a fuel card, all or none. */
  importRows(
    file: SentBodyOf<ExtensionRoutes['POST /costs/import']>,
    signal: AbortSignal,
  ): Promise<Answer<CostImport>>;
  budgets(
    query: SentQueryOf<ExtensionRoutes['GET /costs/budgets']>,
    signal: AbortSignal,
  ): Promise<Answer<BudgetPage>>;
  makeBudget(budget: BudgetContent, signal: AbortSignal): Promise<Answer<Budget>>;
  changeBudget(id: number, budget: BudgetContent & Versioned, signal: AbortSignal): Promise<Answer<Budget>>;
  removeBudget(id: number, signal: AbortSignal): Promise<Answer<null>>;
  closedMonths(signal: AbortSignal): Promise<Answer<readonly ClosedMonth[]>>;
  /** Closes a month, or opens it again. */
  setMonth(
    month: SentBodyOf<ExtensionRoutes['POST /costs/months']>,
    signal: AbortSignal,
  ): Promise<Answer<null>>;
  purchases(
    query: SentQueryOf<ExtensionRoutes['GET /costs/purchases']>,
    signal: AbortSignal,
  ): Promise<Answer<PurchasePage>>;
  /** @property ownerId Company whose purchase it is; null = the reader's own. */
  writePurchase(
    deviceId: number,
    purchase: Purchase & Versioned & { readonly ownerId: number | null },
    signal: AbortSignal,
  ): Promise<Answer<VehiclePurchase>>;
  removePurchase(
    of: { readonly deviceId: number; readonly ownerId: number },
    signal: AbortSignal,
  ): Promise<Answer<null>>;
  recurring(query: RecurringQuestion, signal: AbortSignal): Promise<Answer<RecurringPage>>;
  makeRecurring(cost: RecurringContent, signal: AbortSignal): Promise<Answer<RecurringCost>>;
  changeRecurring(
    id: number,
    cost: RecurringContent & Versioned,
    signal: AbortSignal,
  ): Promise<Answer<RecurringCost>>;
  removeRecurring(id: number, signal: AbortSignal): Promise<Answer<null>>;
}

export const costCalls = (caller: Caller<ExtensionRoutes>): CostCalls => ({
  list: (query, signal) => caller.json('GET /costs', { query }, signal),
  sums: (query, signal) => caller.json('GET /costs/sums', { query }, signal),
  driverSums: (query, signal) => caller.json('GET /costs/drivers', { query }, signal),
  make: (json, signal) => caller.json('POST /costs', { json }, signal),
  change: (id, json, signal) => caller.json('PUT /costs/:id', { params: { id }, json }, signal),
  remove: (id, signal) => caller.done('DELETE /costs/:id', { params: { id } }, signal),
  receipt: ({ lineId: id, id: receipt }, signal) =>
    caller.blob('GET /costs/:id/receipts/:receipt', { params: { id, receipt } }, signal),
  addReceipt: ({ lineId: id, id: receipt, name, bytes }, signal) =>
    caller.json(
      'POST /costs/:id/receipts/:receipt',
      { params: { id, receipt }, query: { name }, bytes },
      signal,
    ),
  removeReceipt: ({ lineId: id, id: receipt }, signal) =>
    caller.done('DELETE /costs/:id/receipts/:receipt', { params: { id, receipt } }, signal),
  mappings: (signal) => caller.json('GET /costs/mappings', {}, signal),
  removeMapping: (provider, signal) => caller.done('DELETE /costs/mappings', { query: { provider } }, signal),
  importRows: (json, signal) => caller.json('POST /costs/import', { json }, signal),
  budgets: (query, signal) => caller.json('GET /costs/budgets', { query }, signal),
  makeBudget: (json, signal) => caller.json('POST /costs/budgets', { json }, signal),
  changeBudget: (id, json, signal) => caller.json('PUT /costs/budgets/:id', { params: { id }, json }, signal),
  removeBudget: (id, signal) => caller.done('DELETE /costs/budgets/:id', { params: { id } }, signal),
  closedMonths: (signal) => caller.json('GET /costs/months', {}, signal),
  setMonth: (json, signal) => caller.done('POST /costs/months', { json }, signal),
  purchases: (query, signal) => caller.json('GET /costs/purchases', { query }, signal),
  writePurchase: (id, json, signal) =>
    caller.json('PUT /costs/purchases/:id', { params: { id }, json }, signal),
  removePurchase: ({ deviceId: id, ownerId }, signal) =>
    caller.done('DELETE /costs/purchases/:id', { params: { id }, query: { ownerId } }, signal),
  recurring: (query, signal) => caller.json('GET /costs/recurring', { query }, signal),
  makeRecurring: (json, signal) => caller.json('POST /costs/recurring', { json }, signal),
  changeRecurring: (id, json, signal) =>
    caller.json('PUT /costs/recurring/:id', { params: { id }, json }, signal),
  removeRecurring: (id, signal) => caller.done('DELETE /costs/recurring/:id', { params: { id } }, signal),
});
