import type { Health } from '@rastro/fleet';
import type { ExtensionStorage } from '@rastro/storage';
import { acknowledgedEvents, acknowledgeEvents } from './acknowledged/acknowledged-events.ts';
import type { BillingRoom } from './billing/billing-room.ts';
import type { MailBrands, ReminderRoom } from './billing/reminders/remind-customers.ts';
import { reminderHandlers } from './billing/reminders/reminder-handlers.ts';
import { invoiceHandlers } from './billing/invoice-handlers.ts';
import { brandHandlers, type BrandParts } from './branding/brand-handlers.ts';
import type { CollectRoom } from './billing/collect/collect-room.ts';
import { soonAfter, takeProviderEvent } from './billing/collect/provider-events.ts';
import { integrationHandlers, type IntegrationParts } from './billing/integrations/integration-handlers.ts';
import { bindExtension, type ExtensionRoute, type WriteAudit } from './extension-route.ts';
import { listCheckIns } from './qr-driver/check-in-list.ts';
import { readCheckIn, writeCheckIn } from './qr-driver/check-in.ts';
import { endAccess, readAccess, writeAccess } from './qr-driver/qr-access.ts';
import { printCodes } from './qr-driver/qr-codes.ts';
import type { QrRoom } from './qr-driver/qr-room.ts';
import { autolink } from './stock/autolink.ts';
import { readOffer } from './stock/autolink-offer.ts';
import { listMovements, moveStock } from './stock/movements.ts';
import { printLabels } from './stock/print-labels.ts';
import type { StockRoom } from './stock/stock-room.ts';
import { eraseDriver, eraseUser } from './persons/erase-person.ts';
import { dataOfDriver, dataOfUser, previewOfDriver, previewOfUser } from './persons/person-data.ts';
import type { PersonRoom } from './persons/person-room.ts';
import { postcodes, type PostcodeOptions } from './postcode/postcode.ts';
import { readLogs, type LogSource } from './logs/read-logs.ts';
import { printReceipts, type ReceiptRoom } from './billing/receipts/receipt-handler.ts';
import { readCustomers } from './billing/resellers/read-customers.ts';
import { viewingHandlers, type ViewingRoom } from './viewings/read-viewings.ts';
import { visitorFacts, type VisitorOptions } from './visitor/visitor-facts.ts';

export interface ExtensionOptions {
  readonly brands: BrandParts;
  readonly visitor: VisitorOptions;
  readonly postcode: PostcodeOptions;
  /** How the installation is now. */
  readonly health: () => Promise<Health>;
  readonly writeAudit: WriteAudit;
  readonly storage: ExtensionStorage;
  readonly qr: QrRoom;
  readonly stock: StockRoom;
  readonly billing: BillingRoom;
  readonly isSuspended: (userId: number) => boolean;
  readonly logs: LogSource;
  readonly viewings: ViewingRoom;
  readonly persons: PersonRoom;
  readonly integrations: IntegrationParts;
  readonly collect: CollectRoom;
  /** Name and colour of somebody's brand. */
  readonly headOf: ReminderRoom['headOf'];
  readonly mails: MailBrands;
  /** The logo of his brand. */
  readonly logoOf: ReceiptRoom['logoOf'];
}

/** What sits on top of any tracking server, as routes below one prefix. */
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
  viewings,
  persons,
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
      book: integrations.book,
      payerOf: collect.payerOf,
      headOf,
      logoOf,
      titleOf: (owner) => brands.book.shown(owner).config.title,
    }),
    'GET /reseller': readCustomers({ billing, isSuspended }),
    'GET /visitor': visitorFacts(visitor),
    'GET /postcode/:code': postcodes(postcode),
    'GET /health': async () => ({ status: 200, body: await health() }),
    'GET /server/logs': log.ofServer,
    'GET /users/:id/logs': log.ofUser,
    'GET /devices/:id/logs': log.ofDevice,
    'GET /users/:id/data': dataOfUser(persons),
    'GET /users/:id/erasure': previewOfUser(persons),
    'POST /users/:id/erasure': eraseUser(persons),
    'GET /drivers/:id/data': dataOfDriver(persons),
    'GET /drivers/:id/erasure': previewOfDriver(persons),
    'POST /drivers/:id/erasure': eraseDriver(persons),
    ...viewingHandlers(viewings),
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

const checkInHandlers = (qr: QrRoom) => ({
  'GET /qr-driver': readCheckIn(qr),
  'POST /qr-driver': writeCheckIn(qr),
  'GET /drivers/:id/qr-access': readAccess(qr),
  'PUT /drivers/:id/qr-access': writeAccess(qr),
  'DELETE /drivers/:id/qr-access': endAccess(qr),
  'GET /qr-check-ins': listCheckIns(qr),
  'POST /qr-codes': printCodes(qr),
});
