import type { Health } from '@rastro/fleet';
import type { ExtensionStorage } from '@rastro/storage';
import { acknowledgedEvents, acknowledgeEvents } from './acknowledged/acknowledged-events.ts';
import type { BillingDeps } from './billing/billing-deps.ts';
import type { MailBrands, ReminderDeps } from './billing/reminders/remind-customers.ts';
import { reminderHandlers } from './billing/reminders/reminder-handlers.ts';
import { invoiceHandlers } from './billing/invoice-handlers.ts';
import { brandHandlers, type BrandDeps } from './branding/brand-handlers.ts';
import type { CollectDeps } from './billing/collect/collect-deps.ts';
import { soonAfter, takeProviderEvent } from './billing/collect/provider-events.ts';
import { integrationHandlers, type IntegrationDeps } from './billing/integrations/integration-handlers.ts';
import { bindExtension, type ExtensionRoute, type WriteAudit } from './extension-route.ts';
import { listCheckIns } from './qr-driver/check-in-list.ts';
import { readCheckIn, writeCheckIn } from './qr-driver/check-in.ts';
import { endAccess, readAccess, writeAccess } from './qr-driver/qr-access.ts';
import { printCodes } from './qr-driver/qr-codes.ts';
import type { QrDeps } from './qr-driver/qr-deps.ts';
import { autolink } from './stock/autolink.ts';
import { readOffer } from './stock/autolink-offer.ts';
import { listMovements, moveStock } from './stock/movements.ts';
import { printLabels } from './stock/print-labels.ts';
import type { StockDeps } from './stock/stock-deps.ts';
import { eraseDriver, eraseUser } from './data-subjects/erase-subject.ts';
import { dataOfDriver, dataOfUser, previewOfDriver, previewOfUser } from './data-subjects/subject-data.ts';
import type { SubjectDeps } from './data-subjects/subject-deps.ts';
import { postcodes, type PostcodeOptions } from './postcode/postcode.ts';
import { readLogs, type LogSource } from './logs/read-logs.ts';
import { printReceipts, type ReceiptDeps } from './billing/receipts/receipt-handler.ts';
import { readCustomers } from './billing/resellers/read-customers.ts';
import { accessLogHandlers, type AccessLogDeps } from './access-log/read-access-log.ts';
import { visitorDetails, type VisitorOptions } from './visitor/visitor-details.ts';

export interface ExtensionOptions {
  readonly brands: BrandDeps;
  readonly visitor: VisitorOptions;
  readonly postcode: PostcodeOptions;
  /** Current health of the installation. */
  readonly health: () => Promise<Health>;
  readonly writeAudit: WriteAudit;
  readonly storage: ExtensionStorage;
  readonly qr: QrDeps;
  readonly stock: StockDeps;
  readonly billing: BillingDeps;
  readonly isSuspended: (userId: number) => boolean;
  readonly logs: LogSource;
  readonly accessLog: AccessLogDeps;
  readonly dataSubjects: SubjectDeps;
  readonly integrations: IntegrationDeps;
  readonly collect: CollectDeps;
  /** Name and color of an owner's brand. */
  readonly headOf: ReminderDeps['headOf'];
  readonly mails: MailBrands;
  /** Logo of a brand. */
  readonly logoOf: ReceiptDeps['logoOf'];
}

/** Extension of any tracking server, as routes below one prefix. */
export function createExtension({
  brands,
  visitor,
  postcode,
  health,
  writeAudit,
  storage,
  qr,
  stock,
  billing,
  isSuspended,
  logs,
  accessLog,
  dataSubjects,
  integrations,
  collect,
  headOf,
  mails,
  logoOf,
}: ExtensionOptions): readonly ExtensionRoute[] {
  const log = readLogs(logs);
  const handlers = {
    ...brandHandlers(brands),
    ...integrationHandlers(integrations, billing, mails),
    'POST /webhooks/asaas/:id': takeProviderEvent(collect, soonAfter(collect)),
    ...invoiceHandlers(billing),
    ...reminderHandlers({ ...integrations, billing, payerOf: collect.payerOf, headOf, mails }),
    'GET /invoices/:id/receipt': printReceipts({
      billing,
      integrationStore: integrations.integrationStore,
      payerOf: collect.payerOf,
      headOf,
      logoOf,
      titleOf: (owner) => brands.registry.published(owner).config.title,
    }),
    'GET /reseller': readCustomers({ billing, isSuspended }),
    'GET /visitor': visitorDetails(visitor),
    'GET /postcode/:code': postcodes(postcode),
    'GET /health': async () => ({ status: 200, body: await health() }),
    'GET /server/logs': log.ofServer,
    'GET /users/:id/logs': log.ofUser,
    'GET /devices/:id/logs': log.ofDevice,
    'GET /users/:id/data': dataOfUser(dataSubjects),
    'GET /users/:id/erasure': previewOfUser(dataSubjects),
    'POST /users/:id/erasure': eraseUser(dataSubjects),
    'GET /drivers/:id/data': dataOfDriver(dataSubjects),
    'GET /drivers/:id/erasure': previewOfDriver(dataSubjects),
    'POST /drivers/:id/erasure': eraseDriver(dataSubjects),
    ...accessLogHandlers(accessLog),
    'GET /events/acknowledged': acknowledgedEvents(storage),
    'PUT /events/acknowledged': acknowledgeEvents(storage),
    ...checkInHandlers(qr),
    'POST /stock/codes': printLabels(stock),
    'POST /stock/movements': moveStock(stock),
    'GET /stock/movements': listMovements(stock),
    'GET /autolink/:code': readOffer(stock),
    'POST /autolink': autolink(stock),
  };
  return bindExtension(handlers, writeAudit);
}

const checkInHandlers = (qr: QrDeps) => ({
  'GET /qr-driver': readCheckIn(qr),
  'POST /qr-driver': writeCheckIn(qr),
  'GET /drivers/:id/qr-access': readAccess(qr),
  'PUT /drivers/:id/qr-access': writeAccess(qr),
  'DELETE /drivers/:id/qr-access': endAccess(qr),
  'GET /qr-check-ins': listCheckIns(qr),
  'POST /qr-codes': printCodes(qr),
});
