export { BRAND_ICON, BRAND_LOGO, brandThemeBody } from './brand.ts';
export {
  invoiceIntegrationBody,
  mailIntegrationBody,
  paymentIntegrationBody,
  type InvoiceIntegrationBody,
  type MailIntegrationBody,
  type PaymentIntegrationBody,
} from './integration.ts';
export { accumulatorsBody, type AccumulatorsBody } from './accumulators.ts';
export {
  ANSWERS,
  hasSheet,
  LINK_MEMBERS,
  REPORT_TYPES,
  REPORTS,
  SHEET_REPORTS,
  type AnswerName,
  type Answered,
} from './answers/index.ts';
export {
  coachingCaseBody,
  coachingCaseKey,
  contestAnswerBody,
  contestBody,
  readCoachingCase,
  readWithdrawnEvents,
  type CoachingCaseBody,
  type ContestAnswerBody,
  type ContestBody,
  type StoredCoachingCase,
} from './coaching.ts';
export { commandRequestBody, savedCommandBody, type SavedCommandBody } from './command.ts';
export { deviceBody, type DeviceBody } from './device.ts';
export { draftOf, originalOf, type Draft } from './draft.ts';
export { LINKED_BODIES, linkedBody, type LinkedBody } from './linked-bodies.ts';
export { geofenceBody, type GeofenceBody } from './geofence.ts';
export { groupBody, type GroupBody } from './group.ts';
export {
  calendarBody,
  computedAttributeBody,
  driverBody,
  maintenanceBody,
  orderBody,
  scheduledReportBody,
  type CalendarBody,
  type ComputedAttributeBody,
  type DriverBody,
  type MaintenanceBody,
  type OrderBody,
  type ScheduledReportBody,
} from './linked-objects.ts';
export {
  announcementBody,
  notificationBody,
  pushSubscriptionBody,
  webhookBody,
  type NotificationBody,
} from './notification.ts';
export { serverSettingsBody, type ServerSettingsBody } from './server-settings.ts';
export { confirmedBody, oneTimeKeyBody } from './own-account.ts';
export { storedShare, storedShareUse, newShareBody, shareEndBody, type StoredShare } from './share.ts';
export { trafficBody } from './traffic.ts';
export { HIDDEN_KEY, userBody, type UserBody } from './user.ts';
export {
  storedCheckIn,
  storedQrAccess,
  storedQrCode,
  storedQrDevice,
  storedQrDriver,
  type StoredCheckIn,
  type StoredQrAccess,
  type StoredQrDevice,
  type StoredQrDriver,
  type QrAccessBody,
  type QrCheckInBody,
  type QrCodesBody,
} from './qr-driver.ts';
export {
  storedAutolinkCode,
  storedClaimer,
  storedMovement,
  type AutolinkBody,
  type StoredAutolinkCode,
  type StoredMovement,
} from './stock.ts';
export { layoutContentBody, storedDefault, defaultIn, storedLayouts, type StoredLayouts } from './layout.ts';
export {
  storedWalls,
  storedWallToken,
  storedWallUse,
  type StoredWall,
  type StoredWalls,
  type WallBody,
} from './wall.ts';
export { storedErasure, type StoredErasure } from './erasure.ts';
export {
  importedOrder,
  roadOrderBody,
  storedRequest,
  orderChangeBody,
  orderImportBody,
  orderStepBody,
  readStoredOrder,
  type RoadOrderBody,
  type OrderStepBody,
  type StoredOrder,
} from './orders.ts';
export {
  storedCodeTries,
  type StoredCodeTries,
  storedDriverStep,
  storedDriverStops,
  storedProofPicture,
  type DriverStepBody,
  type DriverStepsBody,
  type StoredDriverStep,
} from './driver-steps.ts';
export {
  dayPlanBody,
  readStoredPlan,
  readStoredRoute,
  readStoredVisits,
  roadRouteBody,
  roadRouteChangeBody,
  routeTimesBody,
  savedPlanBody,
  type DayPlanBody,
  type RoadRouteBody,
  type RouteTimesBody,
  type StoredDayPlan,
  type StoredVisits,
  type StoredRoute,
} from './road-routes.ts';
export {
  arrivalShareBody,
  storedArrival,
  storedArrivalToken,
  storedArrivalUse,
  type StoredArrival,
} from './arrivals.ts';
export {
  customerMessageBody,
  storedCustomerMessages,
  storedMessageSettings,
  type StoredCustomerMessages,
  type StoredMessageSettings,
} from './customer-messages.ts';
export {
  budgetBody,
  budgetChangeBody,
  closedMonthBody,
  costChangeBody,
  costContent,
  costImportBody,
  costLineBody,
  isReceiptId,
  purchaseBody,
  readStoredBudget,
  readStoredCost,
  readStoredMapping,
  readStoredPurchase,
  readStoredReceipt,
  readStoredRecurringCost,
  recurringChangeBody,
  recurringCostBody,
  type CostImportBody,
  type StoredBudget,
  type StoredCost,
  type StoredPurchase,
  type StoredRecurringCost,
} from './costs.ts';
export {
  checklistBody,
  checklistChangeBody,
  defectStepBody,
  driverInspectionBody,
  inspectionBody,
  readStoredAnswers,
  readStoredChecklist,
  readStoredDefect,
  readStoredInspection,
  readStoredMissedCursor,
  type DefectStepBody,
  type InspectionBody,
  type StoredChecklist,
  type StoredDefect,
  type StoredInspection,
} from './inspections.ts';
export {
  hoursCorrectionBody,
  hoursSettingsBody,
  hoursSignatureBody,
  readStoredCorrection,
  readStoredSettings,
  readStoredHoursWarning,
  readStoredSheet,
  type HoursCorrectionBody,
  type HoursSignatureBody,
} from './working-hours.ts';
