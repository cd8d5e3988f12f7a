import type { MediaFiles } from '../media/media-files.ts';
import type { Clock, Limits } from '@rastro/base';
import type { DiagnosisVerdict } from '@rastro/fleet';
import type { Storage } from '@rastro/storage';
import type { Statistics } from '../audit/statistics.ts';
import type { Authenticator } from '../access/authenticate.ts';
import type { Credentials } from '../access/credentials.ts';
import type { LastSeen } from '../access/last-seen.ts';
import type { OneTimeCodes } from '../access/one-time-codes.ts';
import type { RecoveryCodes } from '../access/recovery-codes.ts';
import type { Delegation } from '../access/delegation.ts';
import type { Restrictions } from '../access/restrictions.ts';
import type { Visibility } from '../access/visibility.ts';
import type { CommandClient } from '../commands/command-client.ts';
import type { Directory } from '../directory/directory.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { OpenIdLogin } from '../access/open-id-login.ts';
import type { Geocoder } from '../geocoding/geocoder.ts';
import type { Places } from '../geocoding/places.ts';
import type { CommittedDevices } from '../committed/committed-devices.ts';
import type { KeyedMutex } from '../http/keyed-mutex.ts';
import type { TrackerBus } from '../messages/topics.ts';
import type { Notifier } from '../notifications/notifier.ts';
import type { WebPush } from '../notifications/open-channels.ts';
import type { PrivateStore } from '../access/private-store.ts';
import type { SafeFetch, SmsGateway } from '@rastro/outgoing';
import type { BrandHeads } from '../brands/brand-heads.ts';
import type { UserMailer } from '../brands/user-mailer.ts';
import type { ReportPool } from '../reports/jobs/report-pool.ts';
import type { WithdrawnEvents } from '../reports/report-deps.ts';
import type { ReferenceData } from '../pipeline/reference-data.ts';
import type { FirstAdministrator } from '../access/first-administrator.ts';

/** Dependencies of the routes. */
export interface ApiContext {
  readonly storage: Storage;
  readonly directory: Directory;
  readonly visibility: Visibility;
  readonly delegation: Delegation;
  readonly restrictions: Restrictions;
  /** Serializes requests that use up a limit. */
  readonly slots: KeyedMutex;
  readonly authenticator: Authenticator;
  readonly credentials: Credentials;
  readonly oneTimeCodes: OneTimeCodes;
  readonly recoveryCodes: RecoveryCodes;
  readonly live: CommittedDevices;
  /** For what the other roles are asked. */
  readonly bus: TrackerBus;
  readonly statistics: Statistics;
  /** Counted together by all processes. */
  readonly limits: Limits;
  readonly lastSeen: LastSeen;
  /** Gap after which a device is `unknown`. */
  readonly statusTimeoutMs: number;
  readonly firstAdministrator: FirstAdministrator;
  readonly commandClient: CommandClient;
  readonly notifier: Notifier;
  readonly privateStore: PrivateStore;
  /** Null = push to browsers is not set up. */
  readonly webPush: WebPush | null;
  /** Shows a test in the open browsers of a user. */
  readonly sendTest: (userId: number) => void;
  readonly mailer: UserMailer;
  readonly brands: BrandHeads;
  readonly sms: SmsGateway;
  /** For every call to an address that a user typed in. */
  readonly safeFetch: SafeFetch;
  readonly geocoder: Geocoder;
  /** Texts for places. */
  readonly places: Places;
  /** Null = not used. */
  readonly openId: OpenIdLogin | null;
  /** Stops the server and starts it again. */
  readonly restart: () => void;
  readonly log: IngestLog;
  /** Public address, without a trailing slash; null = not set. */
  readonly publicUrl: string | null;
  readonly clock: Clock;
  readonly reports: ReportPool;
  /** Reasons why devices are silent, by their ids. */
  readonly verdictsOf: (deviceIds: readonly number[]) => Promise<Readonly<Record<number, DiagnosisVerdict>>>;
  /** Absent = no event was taken back. */
  readonly withdrawn?: WithdrawnEvents;
  /** Devices × days that one report may be about. */
  readonly reportDeviceDays: number;
  readonly around: ReferenceData;
  readonly media: MediaFiles;
  /** On the disk of the data. */
  readonly dataFolder: string;
  readonly version: string;
  /** Cookies get `Secure` when the public address is https. */
  readonly secureCookies: boolean;
}
