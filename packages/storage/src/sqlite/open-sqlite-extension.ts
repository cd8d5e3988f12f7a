import { join } from 'node:path';
import { makeFolder } from '../data-folder.ts';
import type { ExtensionDocument } from '../extension-document.ts';
import type { DocumentQuery, ExtensionStorage } from '../extension-port.ts';
import type { CustomerStorage } from '../customer-port.ts';
import type { InvoiceStorage } from '../invoice-port.ts';
import type { AccessLogStorage } from '../access-log-port.ts';
import { DatabaseThread } from './database-thread.ts';
import { sqliteState } from './sqlite-state.ts';
import { actionPages, pages } from '../pages.ts';

/**
 * @throws StorageError UNAVAILABLE when the folder cannot be written, TOO_NEW for a newer database, LOST when it is missing
 * or older than it was.
 */
export async function openSqliteExtension(folder: string, acceptsLoss = false): Promise<ExtensionStorage> {
  makeFolder(folder);
  const path = join(folder, 'extension.sqlite');
  const thread = await DatabaseThread.open(path, 'extension', { acceptsLoss });
  return {
    document: (kind, key) => thread.call('document', kind, key),
    documents: (query) => documents(thread, query),
    listedDocuments: (query) => thread.call('listedDocuments', query),
    listedSums: (filter) => thread.call('listedSums', filter),
    listedStates: (kind, keys) => thread.call('listedStates', kind, keys),
    commit: (batch) => thread.call('commit', batch),
    takeLease: (hold) => thread.call('takeLease', hold),
    releaseLease: (lease) => thread.call('releaseLease', lease),
    appendActions: (actions) => thread.call('appendActions', actions),
    actions: (query) => actionPages(query, (...args) => thread.call('actionPage', ...args)),
    searchActions: (search) => thread.call('searchActions', search),
    forgetSubject: (types, id) => thread.call('forgetSubject', types, id),
    removeActionsBefore: (instant) => thread.call('removeActionsBefore', instant),
    privateValues: () => thread.call('privateValues'),
    privateValue: (ownerId, name) => thread.call('privateValue', ownerId, name),
    swapPrivateValue: (value, was) => thread.call('swapPrivateValue', value, was),
    putPrivateValue: (value) => thread.call('putPrivateValue', value),
    removePrivateValue: (ownerId, name) => thread.call('removePrivateValue', ownerId, name),
    readCursor: (name) => thread.call('readCursor', name),
    setCursor: (name, instant, under) => thread.call('setCursor', name, instant, under),
    ...invoicesOn(thread),
    ...customersOn(thread),
    ...accessLogOn(thread),
    ...sqliteState(folder),
    healthy: () => thread.call('healthy').catch(() => false),
    close: () => thread.close(),
  };
}

const accessLogOn = (thread: DatabaseThread<'extension'>): AccessLogStorage => ({
  addAccessLogEntries: (viewings) => thread.call('addAccessLogEntries', viewings),
  searchAccessLog: (search) => thread.call('searchAccessLog', search),
  removeAccessLogBefore: (hour) => thread.call('removeAccessLogBefore', hour),
  renameReader: (readerId, name) => thread.call('renameReader', readerId, name),
});

const customersOn = (thread: DatabaseThread<'extension'>): CustomerStorage => ({
  customers: (ids) => thread.call('customers', ids),
  customersUnseen: (day, afterId, limit) => thread.call('customersUnseen', day, afterId, limit),
  devicesOfCustomers: (ids) => thread.call('devicesOfCustomers', ids),
  saveCustomerCheck: (check) => thread.call('saveCustomerCheck', check),
  forecastSum: (issuers) => thread.call('forecastSum', issuers),
});

const invoicesOn = (thread: DatabaseThread<'extension'>): InvoiceStorage => ({
  issueInvoices: (issue) => thread.call('issueInvoices', issue),
  invoice: (id) => thread.call('invoice', id),
  linesOfInvoice: (id) => thread.call('linesOfInvoice', id),
  ledgerOf: (invoiceId) => thread.call('ledgerOf', invoiceId),
  invoices: (query) => thread.call('invoices', query),
  invoiceSums: (filter) => thread.call('invoiceSums', filter),
  receivedSums: (issuers, months) => thread.call('receivedSums', issuers, months),
  changeInvoice: (change) => thread.call('changeInvoice', change),
  pendingCharges: (afterId, limit) => thread.call('pendingCharges', afterId, limit),
  invoiceByCharge: (provider, chargeId) => thread.call('invoiceByCharge', provider, chargeId),
  insertProviderEvent: (event) => thread.call('insertProviderEvent', event),
  overdueCustomers: (issuers) => thread.call('overdueCustomers', issuers),
  openProviderEvents: (limit) => thread.call('openProviderEvents', limit),
  endProviderEvent: (event) => thread.call('endProviderEvent', event),
  removeProviderEventsBefore: (instant, most) => thread.call('removeProviderEventsBefore', instant, most),
});

const documents = (
  thread: DatabaseThread<'extension'>,
  { kind, prefix, endings, pageSize }: DocumentQuery,
): AsyncIterable<readonly ExtensionDocument[]> =>
  pages<Pick<ExtensionDocument, 'key'>, ExtensionDocument>({ key: '' }, pageSize, ({ key }) =>
    thread.call('documentPage', { kind, prefix, endings: endings ?? null }, key, pageSize),
  );
