export {
  CALENDAR_PERIODS,
  PERIOD_PRESETS,
  type PeriodPreset,
  calendarPeriod,
  isCalendarPeriod,
  WEEK_START,
  type CalendarPeriod,
} from './calendars/calendar-period.ts';
export { instantOf, wallOf } from './calendars/wall-time.ts';
export { isOff, isSet, type Attributes, type AttributeValue } from './entities/attributes.ts';
export { anchoredDevice, isAnchor } from './entities/anchor.ts';
export {
  COMMAND_STATUSES,
  COMMAND_TYPES,
  type CommandStatus,
  type DeviceCommand,
  type SavedCommand,
} from './entities/command.ts';
export type { BrandingConfig, TileArchive, TileSource } from './entities/branding.ts';
export { isIccid, isPlausibleIdentifier, isRenavam, isVin } from './checks/check-digits.ts';
export { isRoundedNumber, plainIdentifier } from './checks/identifier.ts';
export { isPlate, writtenPlate } from './checks/plate.ts';
export { isWeakPassword } from './checks/weak-password.ts';
export { DRIVER_ATTRIBUTES, DRIVER_GRANTS, type DriverAttribute } from './entities/driver-attributes.ts';
export {
  attributeName,
  fitsAttribute,
  type NamedAttribute,
  attributeInError,
  attributeProblem,
  type NamedAttributes,
} from './entities/named-attributes.ts';
export type { AccountKey, OwnAccountStatus, PushBrowser, RecoveryCodes } from './entities/own-account.ts';
export { changesBetween } from './audit/changes.ts';
export { AUDIT_ACTIONS, type AuditAction } from './entities/audit-actions.ts';
export type { LogLine, LogPage } from './entities/log-page.ts';
export type { ErasurePreview } from './entities/erasure.ts';
export type { AccessKind, AccessLogEntry, AccessLogPage } from './entities/access-log.ts';
export { ACCESS_KINDS } from './entities/access-log.ts';
export { destinationIn, SHARE_ATTRIBUTES, type NewShare, type Share } from './entities/share.ts';
export { publicServerAttributes, SERVER_ATTRIBUTES } from './entities/server-attributes.ts';
export { accountContacts } from './entities/account-contacts.ts';
export { PRICE_MODES } from './billing/terms.ts';
export { protectedUserAttributes, USER_ATTRIBUTES } from './entities/user-attributes.ts';
export { DEVICE_ATTRIBUTES, DEVICE_STATES, isBillingAttribute } from './entities/device-attributes.ts';
export { KNOWN_ATTRIBUTES } from './entities/known-attributes.ts';
export {
  DEVICE_CATEGORIES,
  DEVICE_STATUSES,
  hiddenDevice,
  plateOf,
  isHiddenDevice,
  type Device,
  type DeviceCategory,
  type DeviceStatus,
} from './entities/device.ts';
export { isAlikeIdentifier } from './entities/alike-identifier.ts';
export type { DeviceConnection, OpenListener, UnknownCaller } from './entities/device-connection.ts';
export type { UnassignedDevice } from './entities/unassigned-device.ts';
export {
  ALARM_TYPES,
  EVENT_TYPES,
  OWN_EVENT_TYPES,
  type AlarmType,
  type EventType,
  type FleetEvent,
} from './entities/event.ts';
export {
  alarmsIn,
  SEVERITIES,
  severityOf,
  waitsForSomebody,
  type Severity,
} from './entities/event-severity.ts';
export { LONGEST_ESCALATION_MIN, escalationOf, type Escalation } from './entities/escalation.ts';
export { licenceNotice } from './rules/licence-notice.ts';
export { MAINTENANCE_ATTRIBUTES, type ServiceEntry } from './entities/service-entry.ts';
export type { NewService } from './schemas/service-entry.ts';
export { FIELD_LIMITS } from './entities/field-limits.ts';
export {
  byUrgency,
  forecast,
  isDueWithin,
  measureOf,
  noticeOf,
  type DueState,
  type LastService,
  type MaintenanceDue,
  type MaintenanceMeasure,
} from './maintenance/maintenance-due.ts';
export type { Acknowledgement, FleetAlarm } from './entities/fleet-alarm.ts';
export { LONGEST_NOTE, MAX_ALARMS_AT_ONCE, type AcknowledgeAlarms } from './schemas/acknowledge-alarms.ts';
export type { Geofence } from './entities/geofence.ts';
export type { Group } from './entities/group.ts';
export type {
  Calendar,
  ComputedAttribute,
  ExpressionTry,
  Driver,
  Maintenance,
  Order,
  ScheduledReport,
} from './entities/linked-objects.ts';
export {
  channelsIn,
  NEW_USERS_ATTRIBUTE,
  NOTIFICATION_CHANNELS,
  type DeliveryStatus,
  type NotificationChannel,
  type NotificationDelivery,
  type NotificationRule,
} from './entities/notification.ts';
export {
  TRACE_REASONS,
  type NotificationTrace,
  type TracedChannel,
  type TracedEvent,
  type TracedRule,
  type TraceReason,
} from './entities/notification-trace.ts';
export type { CellTower, Network, Position, WifiAccessPoint } from './entities/position.ts';
export { isMoving, VEHICLE_STATES, vehicleState, type VehicleState } from './entities/vehicle-state.ts';
export type { ServerSettings } from './entities/server-settings.ts';
export {
  TRAFFIC_SECONDS,
  type LogRecord,
  type TrafficMessage,
  type TrafficRecord,
  type TrafficRecording,
} from './entities/traffic.ts';
export type { User, NewInvitation, UserStatus } from './entities/user.ts';
export type {
  ListenerHealth,
  Health,
  HealthOfAddress,
  HealthOfIntegrity,
  HealthOfDevices,
  HealthOfDisk,
  HealthOfIngest,
  HealthOfLoop,
  HealthOfQueues,
} from './entities/health.ts';
export { HEALTH_PARTS, judgeHealth, type HealthGrade, type HealthPart } from './health/judge-health.ts';
export { postcodeDigits, type PostcodeAddress } from './entities/postcode.ts';
export type { VisitorDetails, VisitorWeather } from './entities/visitor.ts';
export {
  formatArea,
  parseArea,
  type AreaFailure,
  type CircleArea,
  type GeofenceArea,
  type LineArea,
  type PolygonArea,
} from './geometry/area.ts';
export {
  boxesOf,
  containsPoint,
  crossesSegment,
  DEFAULT_LINE_DISTANCE_M,
  type Box,
} from './geometry/contains.ts';
export { distanceM, EARTH_RADIUS_M, type LatLng } from './geometry/distance.ts';
export { anchoredDevices } from './filters/anchored-devices.ts';
export {
  chooseCombined,
  COMBINED_FILTERS,
  statusAndMotion,
  toggleMotion,
  type CombinedFilter,
  type MotionChoice,
} from './filters/combined-filter.ts';
export { FacetGatherer, NO_FACETS, type DeviceFacets } from './filters/device-facets.ts';
export {
  compileFilter,
  narrows,
  type AdvancedFilter,
  type DeviceFilter,
  type FilterSubject,
} from './filters/device-filter.ts';
export { foldText, hasOtherTexts, searchText, searchWords } from './filters/search-text.ts';
export { AREA_BASES, bitOf, encodeRights, hasBit, RIGHTS, type Area, type Right } from './rights/areas.ts';
export { decideCommand, type CommandContent, type CommandRight } from './permissions/command-right.ts';
export {
  boundedBy,
  excessOf,
  holdsAllOf,
  isRightsWithin,
  RESTRICTIONS,
  type Authority,
} from './permissions/delegation.ts';
export {
  decide,
  decideGiven,
  isQrDriver,
  hasBilling,
  isShared,
  type Decision,
  type LicenceContext,
  type Subject,
} from './permissions/decide.ts';
export { litresAt, parseFuelTable, type FuelTable, type FuelTableFault } from './rules/fuel-table.ts';
export { deviceSlotError, type DeviceSlotError } from './rules/device-slot.ts';
export {
  INITIAL_OVERSPEED,
  stepOverspeed,
  type OverspeedSample,
  type OverspeedState,
} from './rules/overspeed.ts';
export {
  DEFAULT_TRIP_PARAMETERS,
  INITIAL_TRIP_STATE,
  pruneWindow,
  slideWindow,
  stepTrip,
  type TripEvent,
  type TripParameters,
  type TripSample,
  type TripState,
} from './rules/trip-detection.ts';
export {
  compareKeys,
  fieldOf,
  FIRST_SORT,
  nextSort,
  ownField,
  readingOf,
  READINGS,
  readSort,
  SORT_FIELDS,
  sortedKeys,
  sortKey,
  type DeviceSort,
  type KeyOrder,
  type Reading,
  type SortField,
  type SortKey,
  type SortSubject,
} from './sorts/device-sort.ts';
export { LANGUAGES, matchLanguage, type Language } from './languages/language.ts';
export { soundUrl } from './entities/sound-url.ts';
export {
  COORDINATE_FORMATS,
  DISTANCE_ATTRIBUTE,
  HOUR12_ATTRIBUTE,
  languageAttribute,
  readerPreferences,
  SERVER_DEFAULTS,
  SPEED_ATTRIBUTE,
  TEMPERATURE_ATTRIBUTE,
  writtenLanguage,
  ZONE_ATTRIBUTE,
  type CoordinateFormat,
  type Installation,
  type PreferenceDefaults,
  type PreferenceSource,
  type ReaderPreferences,
} from './preferences/reader-preferences.ts';
export { measureFormat, type MeasureFormat } from './preferences/measure-format.ts';
export { centsText, moneySign, moneyText } from './preferences/money-text.ts';
export { fixedOffsetMs, isTimeZone } from './preferences/time-zone.ts';
export { timeZoneNames } from './preferences/time-zone-names.ts';
export { zoneCities } from './preferences/zone-cities.ts';
export { zoneOffsetText, zoneText } from './preferences/zone-text.ts';
export { apiDate, plainTime } from './units/api-date.ts';
export { DISTANCE_UNITS, distanceIn, metresFrom, type DistanceUnit } from './units/distance.ts';
export {
  knots,
  knotsFrom,
  knotsFromKmPerHour,
  knotsFromMetresPerSecond,
  knotsFromMilesPerHour,
  SPEED_UNITS,
  speedIn,
  toKmPerHour,
  toMetresPerSecond,
  toMilesPerHour,
  type KmPerHour,
  type Knots,
  type SpeedUnit,
} from './units/speed.ts';
export { TEMPERATURE_UNITS, type TemperatureUnit } from './units/temperature.ts';
export {
  DIAGNOSIS_VERDICTS,
  FINDING_KINDS,
  LINK_ENDS,
  type Diagnosis,
  type DiagnosisFinding,
  type DiagnosisVerdict,
  type FindingKind,
  type LinkEnd,
} from './entities/diagnosis.ts';
export { groupBranch } from './filters/group-branch.ts';
export {
  isLinkedKind,
  isOwnerKind,
  LINKED_KIND_NAMES,
  LINKED_KINDS,
  linkedKind,
  OTHER_NAMES,
  OWNER_KINDS,
  propertiesOf,
  rightsOfLinks,
  type LinkedDefinition,
  type LinkedKind,
  type LinkedKindOf,
  type OwnerKind,
  type PropertyKind,
} from './links/linked-kinds.ts';
export type { ReportItems, ReportType, SheetReport } from './schemas/answers/reports.ts';
export type {
  DriverItem,
  DrivingEventItem,
  ScoreItem,
  EventItem,
  FuelingItem,
  IdleItem,
  StopItem,
  SummaryItem,
  TotalsItem,
  TripItem,
} from './schemas/report-items.ts';
export {
  addTotals,
  harshEvents,
  harshPer100Km,
  litresPer100Km,
  NO_TOTALS,
  shareOf,
} from './totals/totals.ts';
export { reportRight } from './schemas/report-right.ts';
export { DRIVING_EVENT_KINDS, type DrivingEventKind } from './trips/driving-style.ts';
export { INACTIVE_REASONS, type InactiveReason } from './reports/inactive-reasons.ts';
export { FUELING_TYPES, type FuelingType } from './reports/fueling-types.ts';
export {
  lastMailing,
  MAILED_FORMATS,
  mailedFormat,
  mailedPeriod,
  LINES_BY_OTHERS,
  narrowingOf,
  type LinesByOther,
  QUESTION_NAMES,
  withMailing,
  type MailedFormat,
  type MailingOutcome,
} from './reports/saved-question.ts';
export type { AcknowledgedEvents } from './entities/acknowledged-events.ts';
export {
  acknowledgedAfter,
  isAcknowledged,
  MAX_ACKNOWLEDGED,
  type AcknowledgeBody,
} from './schemas/acknowledged-events.ts';
export {
  QR_MAX_CLOCK_SKEW_MS,
  QR_CODE_LENGTH,
  QR_OLDEST_MS,
  qrCodeOf,
  qrCodeText,
  readQrCode,
  type QrAccess,
  type QrCheckIn,
  type QrCode,
  type QrEnd,
  type QrUnlock,
} from './entities/qr-check-in.ts';
export {
  AUTOLINK_DAYS,
  AUTOLINK_MAX_DAYS,
  STOCK_MAX_MOVED,
  STOCK_MAX_CODES,
  type AutolinkCode,
  type AutolinkOffer,
  type StockMovement,
  type StockOutcome,
} from './entities/stock.ts';
export type { ResellerCustomer, ResellerView, GrowthReport } from './entities/reseller.ts';
export type { BrandDomain, BrandFile, BrandTheme, Theme } from './entities/brand.ts';
export { managesUsers } from './permissions/manages-users.ts';
export { mayBrand, maySellBelow, resellerLimitOf } from './permissions/may-brand.ts';
export { contrastOf, isBrandColor, palettesOf, textOn, type Palette } from './brands/palette.ts';
export {
  PAYMENT_ENVIRONMENTS,
  type Integrations,
  type IntegrationTest,
  type InvoiceIntegration,
  type MailIntegration,
  type PaymentEnvironment,
  type PaymentIntegration,
} from './entities/integration.ts';
export { EMPTY_THEME } from './entities/brand.ts';
export { guestDevice, guestPosition } from './entities/guest-serializers.ts';
export { PLAIN_USER } from './entities/plain-user.ts';
export {
  SERVER_FEATURES,
  type CopyProgress,
  type ServerDescription,
  type ServerFeature,
} from './entities/server-features.ts';
