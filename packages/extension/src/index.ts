export { forgetOldActions } from './audit/forget-old-actions.ts';
export { auditInto } from './audit/write-audit.ts';
export {
  changeStatus,
  type LedgerRoom,
  type StatusOutcome,
  type WantedStatus,
} from './billing/change-status.ts';
export { pixOf } from './billing/pix-of-invoice.ts';
export { remindCustomers, type MailBrands, type ReminderRoom } from './billing/reminders/remind-customers.ts';
export { openBillingRoom, type BillingRoom } from './billing/billing-room.ts';
export { invoiceJob } from './billing/invoice-job.ts';
export { peopleOfForeign } from './billing/people-of-client.ts';
export type { Contact, PeopleSource, Person } from './billing/people-source.ts';
export { Suspensions, type Suspension } from './billing/suspensions.ts';
export { createExtension, type ExtensionOptions } from './extension.ts';
export { bindRoute, type ExtensionReply, type ExtensionRoute } from './extension-route.ts';
export { runJobs, type Work } from './jobs/run-jobs.ts';
export { actingOnForeign, actingOnOurs } from './acting.ts';
export { DriverNow } from './qr-driver/driver-now.ts';
export { openQrRoom, type QrRoom } from './qr-driver/qr-room.ts';
export { endLostShares } from './shares/end-lost-shares.ts';
export { guestOf, shareCalls } from './shares/share-calls.ts';
export { isGuestToken } from './shares/share-book.ts';
export { openShareRoom, type ShareRoom } from './shares/share-room.ts';
export { noteMovement } from './stock/movements.ts';
export { openStockRoom, type StockRoom } from './stock/stock-room.ts';
export { qrRules } from './qr-driver/qr-rules.ts';
export type { Job } from './job.ts';
export { BrandBook, type ShownBrand } from './branding/brand-book.ts';
export type { BrandingSettings } from './branding/branding-config.ts';
export { keptPicture } from './branding/brand-files.ts';
export type { BrandParts } from './branding/brand-handlers.ts';
export { checkDomains } from './branding/check-domains.ts';
export { TOKEN_PATH } from './branding/verify-domain.ts';
export { createSecretBox } from './billing/integrations/secret-box.ts';
export { IntegrationBook } from './billing/integrations/integration-book.ts';
export type { IntegrationParts } from './billing/integrations/integration-handlers.ts';
export { providerOpener } from './billing/payment-providers.ts';
export { issuerMail } from './billing/integrations/issuer-mail.ts';
export type { CollectRoom, PayerFacts } from './billing/collect/collect-room.ts';
export { tellSoon } from './billing/collect/apply-charge.ts';
export { makeCharges } from './billing/collect/make-charges.ts';
export { growthJob } from './billing/resellers/growth-job.ts';
export { forgetEvents } from './billing/collect/forget-events.ts';
export { settleEvents } from './billing/collect/provider-events.ts';
export { reconcile } from './billing/collect/reconcile.ts';
export { forgetViewings } from './viewings/forget-viewings.ts';
export { openViewingLog, type ViewingLog } from './viewings/viewing-log.ts';
export { erasureJob } from './persons/erase-person.ts';
export type { PersonRoom } from './persons/person-room.ts';
export { qrLogins } from './qr-driver/qr-access.ts';
