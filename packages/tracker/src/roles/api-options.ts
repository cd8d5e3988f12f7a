import type { Clock } from '@rastro/base';
import type { Attributes } from '@rastro/fleet';
import type { Storage } from '@rastro/storage';
import type { OpenIdOptions } from '../access/open-id-login.ts';
import type { BrandHeads } from '../brands/brand-heads.ts';
import type { Directory } from '../directory/directory.ts';
import type { GeocoderOptions } from '../geocoding/geocoder.ts';
import type { MediaFiles } from '../media/media-files.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { CommittedDevice, TrackerBus } from '../messages/topics.ts';
import type { MailOptions, SmsOptions } from '@rastro/outgoing';
import type { Certainty } from '../messages/certainty.ts';
import type { PipelineOptions } from '../pipeline/options.ts';
import type { CopiedSource, WithdrawnEvents } from '../reports/report-deps.ts';
import type { NotificationOptions } from './open-notifications.ts';

/** Outside services that this installation uses; null = not set. */
export interface OutgoingOptions extends NotificationOptions {
  readonly mail: MailOptions | null;
  readonly sms: SmsOptions | null;
  /** Patience with a provider. */
  readonly timeoutMs: number;
  /** Addresses typed in by users may lead into private networks. */
  readonly allowPrivateUrls: boolean;
}
export interface ApiOptions {
  readonly clock: Clock;
  readonly log: IngestLog;
  readonly version: string;
  readonly secureCookies: boolean;
  /** Public address, for links in mails; null = not set. */
  readonly publicUrl: string | null;
  readonly pipeline: PipelineOptions;
  /** `status.timeout`: gap after which a device is `unknown`. */
  readonly statusTimeoutMs: number;
  /** Is this the paid tier? Only there do advanced permissions count. */
  readonly plus: boolean;
  /** Devices that this installation may have, given the attributes of the server record. */
  readonly deviceLimit: (serverAttributes: Attributes) => number;
  readonly outgoing: OutgoingOptions;
  /** Accounts and history are copied from there; scheduled reports are mailed when its owner says so. Absent = they are own. */
  readonly source?: CopiedSource;
  /** Days for which the audit log is stored. */
  readonly auditDays: number;
  /** Between two questions whether a browser is still there, ms; absent = 20 s. */
  readonly pingMs?: number;
  /** Devices × days that one report may be about. */
  readonly reportDeviceDays: number;
  readonly geocoder: GeocoderOptions | null;
  /** Works only with a public address. */
  readonly openId: OpenIdOptions | null;
  /** Asked for by an administrator: end and start again. */
  readonly restart: () => void;
  /** Days for which sent commands are stored. */
  readonly outgoingLogDays: number;
  /** Pictures of devices, and files that they send. */
  readonly media: MediaFiles;
  /** A folder on the disk of the data. */
  readonly dataFolder: string;
  /** Absent = there are none but the installation. */
  readonly brands?: BrandHeads;
  /** Absent = there are none. */
  readonly withdrawn?: WithdrawnEvents;
}
/** Dependencies of the API role. */
export interface ApiDeps {
  readonly bus: TrackerBus;
  readonly directory: Directory;
  /** Read as a whole; of ingest nothing is written here. */
  readonly storage: Storage;
  /** No other process is on this store: what one before had under a lease is this one's at once. Absent = there may be others. */
  readonly isAlone?: boolean;
  /** States that this process has already read; absent = read from storage. */
  readonly states?: Iterable<CommittedDevice>;
  /** Absent = no other process writes what users may do. */
  readonly certain?: Certainty;
}
