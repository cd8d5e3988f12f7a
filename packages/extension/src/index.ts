export { forgetOldActions } from './audit/forget-old-actions.ts';
export { auditInto } from './audit/write-audit.ts';
export {
  changeStatus,
  type LedgerDeps,
  type StatusOutcome,
  type WantedStatus,
} from './billing/change-status.ts';
export { pixOf } from './billing/pix-of-invoice.ts';
export { createBillingDeps, type BillingDeps } from './billing/billing-deps.ts';
export { externalUsers } from './billing/users-of-client.ts';
export type { Contact, UserSource, SourceUser } from './billing/user-source.ts';
export { Suspensions, type Suspension } from './billing/suspensions.ts';
export {
  bindExtension,
  bindRoute,
  type ExtensionHandler,
  type ExtensionReply,
  type ExtensionRoute,
} from './extension-route.ts';
export { externalTrackingApi, embeddedTrackingApi } from './tracking-api.ts';
export { CheckInStore } from './qr-driver/check-in-store.ts';
export { DriverNow } from './qr-driver/driver-now.ts';
export { createQrDeps, type QrDeps } from './qr-driver/qr-deps.ts';
export { endLostShares } from './shares/end-lost-shares.ts';
export { guestOf, shareCalls } from './shares/share-calls.ts';
export { isGuestToken } from './shares/share-store.ts';
export { createShareDeps, type ShareDeps } from './shares/share-deps.ts';
export { noteMovement } from './stock/movements.ts';
export { createStockDeps, type StockDeps } from './stock/stock-deps.ts';
export { qrRules } from './qr-driver/qr-rules.ts';
export type { Job } from './job.ts';
export type { RaiseReminder, VehicleReminder } from './vehicle-reminders.ts';
export { BrandRegistry, type BrandNews, type PublishedBrand } from './branding/brand-registry.ts';
export type { BrandingSettings } from './branding/branding-config.ts';
export { storedPicture } from './branding/brand-files.ts';
export { checkDomains } from './branding/check-domains.ts';
export { TOKEN_PATH } from './branding/verify-domain.ts';
export { createSecretBox } from './billing/integrations/secret-box.ts';
export { IntegrationStore } from './billing/integrations/integration-store.ts';
export type { IntegrationDeps } from './billing/integrations/integration-handlers.ts';
export { providerOpener } from './billing/providers/registry.ts';
export { companyMailer } from './billing/company-mailer.ts';
export { issuerMail } from './billing/integrations/issuer-mail.ts';
export type { CollectDeps, PayerDetails } from './billing/collect/collect-deps.ts';
export { notifyProviderSoon } from './billing/collect/apply-charge.ts';
export { forgetAccessLog } from './access-log/forget-access-log.ts';
export { openAccessLog, type AccessLog } from './access-log/access-log.ts';
export { erasureJob } from './data-subjects/erase-subject.ts';
export type { SubjectDeps } from './data-subjects/subject-deps.ts';
export { qrLogins, signedInDriver } from './qr-driver/qr-access.ts';
export type { MailBrands } from './billing/reminders/remind-customers.ts';
export { billingHandlers, type BillingHandlerDeps } from './billing/billing-handlers.ts';
export { billingJobs } from './billing/billing-jobs.ts';
export { brandHandlers, type BrandDeps } from './branding/brand-handlers.ts';
export { qrHandlers } from './qr-driver/qr-handlers.ts';
export { stockHandlers } from './stock/stock-handlers.ts';
export { subjectHandlers } from './data-subjects/subject-handlers.ts';
export { accessLogHandlers } from './access-log/read-access-log.ts';
export { acknowledgedHandlers } from './acknowledged/acknowledged-events.ts';
export { coachingHandlers } from './coaching/coaching-handlers.ts';
export type { CoachingDeps } from './coaching/coaching-deps.ts';
export { withdrawnEvents } from './coaching/case-store.ts';
export { forgetCases } from './coaching/forget-cases.ts';
export { OwnerQueue } from './owner-queue.ts';
export type { FleetReports } from './fleet-reports.ts';
export { layoutHandlers, layoutReader } from './layouts/layout-handlers.ts';
export type { CompaniesOf } from './companies.ts';
export type { CostDeps } from './costs/cost-deps.ts';
export { costHandlers } from './costs/cost-handlers.ts';
export { budgetJob } from './costs/budget-job.ts';
export { costSubjects } from './costs/forget-in-costs.ts';
export { inspectionSubjects } from './inspections/forget-in-inspections.ts';
export { brandOfPapers } from './billing/brand-of-papers.ts';
export { inspectionHandlers } from './inspections/inspection-handlers.ts';
export { missedInspectionsJob } from './inspections/missed-job.ts';
export { vehicleBlock } from './inspections/vehicle-block.ts';
export { recurringCostJob } from './costs/recurring-job.ts';
export { hoursSubjects } from './working-hours/forget-in-hours.ts';
export { hoursWarningsJob } from './working-hours/hours-warnings.ts';
export { hoursHandlers } from './working-hours/hours-handlers.ts';
export { orderSubjects } from './orders/forget-in-orders.ts';
export { driverStopHandlers } from './orders/driver-handlers.ts';
export { ArrivalModels, type ArrivalTimes } from './orders/arrival-models.ts';
export { DriveDistances } from './orders/drive-distances.ts';
export { followRoutesJob } from './orders/follow-routes.ts';
export { learnArrivalsJob } from './orders/learn-arrivals.ts';
export { endArrivalsJob } from './orders/end-arrivals.ts';
export { arrivalHandlers } from './orders/arrival-handlers.ts';
export { messageHandlers } from './orders/messages/message-handlers.ts';
export { sendMessagesJob } from './orders/messages/send-messages.ts';
export type { MessageDeps } from './orders/messages/message-deps.ts';
export { forgetRequestsJob } from './orders/made-once.ts';
export { orderHandlers } from './orders/order-handlers.ts';
export { OrderRisks } from './orders/order-risks.ts';
export { BackgroundWork } from './background-work.ts';
export { orderStops } from './orders/order-stops.ts';
export { wallHandlers } from './walls/wall-handlers.ts';
export type { WallLayouts } from './walls/wall-deps.ts';
export { wallSubject } from './walls/wall-store.ts';
export { logHandlers } from './logs/read-logs.ts';
export { postcodes, type PostcodeOptions } from './postcode/postcode.ts';
export { visitorDetails, type VisitorOptions } from './visitor/visitor-details.ts';
export { invoiceJob } from './billing/invoice-job.ts';
