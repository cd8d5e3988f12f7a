export { DEFAULT_PIPELINE_OPTIONS, type PipelineOptions } from './pipeline/options.ts';
export { basicLogin, cookieValue, SESSION_COOKIE } from './access/authenticate.ts';
export { WITHIN_ADDRESS } from './audit/client-address.ts';
export { takesGzip } from './http/compress.ts';
export { userChangeError } from './users/user-change-error.ts';
export { hashPassword } from './access/passwords.ts';
export { traccarHash } from './access/traccar-hash.ts';
export type { Caller } from './access/caller.ts';
export { serializeUser } from './serializers/serializers.ts';
export {
  atDomain,
  NO_BRANDS,
  type BrandDomainAt,
  type BrandHead,
  type BrandHeads,
} from './brands/brand-heads.ts';
export { deriveTrips } from './trips/derive-trips.ts';
export { Directory, emailKey } from './directory/directory.ts';
export { verifyTrips } from './trips/verify-trips.ts';
export { periodRead } from './reports/request/compared-period.ts';
export { MAILED_REPORTS } from './reports/schedule/mail-cursors.ts';
export type { CopiedSource, WithdrawnEvents } from './reports/report-deps.ts';
export type { CopiedStretch, HistoryCopier } from './pipeline/history-copier.ts';
export type { HistoryImporter, PastEntry } from './pipeline/history-importer.ts';
export { openReplica } from './directory/follow-directory.ts';
export { BundledRecords } from './ingest/bundled-records.ts';
export { IngestCounters } from './ingest/counters.ts';
export { type SharedBus } from './roles/owner-addresses.ts';
export type { RecordStreamPort } from './messages/record-stream.ts';
export { sentSoon } from './messages/sent-soon.ts';
export { type Certainty } from './messages/certainty.ts';
export type { NodeMeasures, TrackerBus, TrackerPorts, TrackerTopics } from './messages/topics.ts';
export { openApi } from './roles/open-api.ts';
export { openIngest } from './roles/open-ingest.ts';
export { openProcess } from './roles/open-process.ts';
export type { RoleFigures } from './roles/role-figures.ts';
export {
  openTracker,
  servedTracker,
  type ServedTracker,
  type Tracker,
  type TrackerOptions,
} from './tracker.ts';
export { openTrackerNode, TRACKER_ROLES, type TrackerNode, type TrackerRole } from './open-node.ts';
export { parseForwardTarget, type ForwardTarget } from './forwarding/target.ts';
export { parseGeocoder, type GeocoderOptions } from './geocoding/geocoder.ts';
export type { OpenIdOptions } from './access/open-id-login.ts';
export type { IngestLog } from './ingest/ingest-log.ts';
export { PLAIN_ACCOUNT } from './access/plain-account.ts';
export { FORM, readForm, readJson } from './http/body-parsers.ts';
export type { DrawPlace } from './notifications/channels/mail-channel.ts';
export type { UserEntity } from './directory/directory.ts';
export type { MediaFiles } from './media/media-files.ts';
export { openMediaBucket, type BucketOptions } from './media/media-bucket.ts';
export { openMediaFolder } from './media/media-folder.ts';
