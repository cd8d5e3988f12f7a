import type { Clock } from '@rastro/base';
import type { Storage } from '@rastro/storage';
import type { Statistics } from '../audit/statistics.ts';
import type { Authenticator } from '../access/authenticate.ts';
import type { Credentials } from '../access/credentials.ts';
import type { OneTimeCodes } from '../access/one-time-codes.ts';
import type { Restrictions } from '../access/restrictions.ts';
import type { Visibility } from '../access/visibility.ts';
import type { CommandDesk } from '../commands/command-desk.ts';
import type { Directory } from '../directory/directory.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { OpenIdLogin } from '../access/open-id-login.ts';
import type { Geocoder } from '../geocoding/geocoder.ts';
import type { DeviceSessions } from '../ingest/device-sessions.ts';
import type { LinkDiary } from '../ingest/link-diary.ts';
import type { Traffic } from '../ingest/traffic.ts';
import type { Notifier } from '../notifications/notifier.ts';
import type { WebPush } from '../notifications/open-channels.ts';
import type { PrivateShelf } from '../notifications/private-shelf.ts';
import type { Mailer } from '../outgoing/mailer.ts';
import type { SmsGateway } from '../outgoing/sms-gateway.ts';
import type { SafeFetch } from '../outgoing/safe-fetch.ts';
import type { GroupCommit } from '../pipeline/group-commit.ts';
import type { LiveDevices } from '../pipeline/live-device.ts';
import type { ReportPool } from '../reports/report-pool.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { Surroundings } from '../pipeline/surroundings.ts';
import type { FirstAdministrator } from '../access/first-administrator.ts';

/** What the routes work with. */
export interface ApiContext {
  readonly storage: Storage;
  readonly directory: Directory;
  readonly visibility: Visibility;
  readonly restrictions: Restrictions;
  readonly authenticator: Authenticator;
  readonly credentials: Credentials;
  readonly oneTimeCodes: OneTimeCodes;
  readonly live: LiveDevices;
  readonly statistics: Statistics;
  readonly sessions: DeviceSessions;
  readonly traffic: Traffic;
  readonly diary: LinkDiary;
  /** What this server listens for, since when, and its patience with silence. */
  readonly listening: {
    readonly startedAt: number;
    readonly silenceMs: number;
    readonly protocols: ReadonlySet<string>;
  };
  readonly firstAdministrator: FirstAdministrator;
  readonly desk: CommandDesk;
  readonly notifier: Notifier;
  readonly shelf: PrivateShelf;
  /** Null = push to browsers is not set up. */
  readonly webPush: WebPush | null;
  /** Shows a test in the open browsers of somebody. */
  readonly sendTest: (userId: number) => void;
  readonly mailer: Mailer;
  readonly sms: SmsGateway;
  /** For every call to an address that somebody typed in. */
  readonly safeFetch: SafeFetch;
  readonly geocoder: Geocoder;
  /** Null = not used. */
  readonly openId: OpenIdLogin | null;
  /** Stops the server and starts it again. */
  readonly restart: () => void;
  readonly log: IngestLog;
  /** Address that people use, without a trailing slash; null = not set. */
  readonly publicUrl: string | null;
  readonly clock: Clock;
  readonly reports: ReportPool;
  /** Devices × days that one report may be about. */
  readonly reportDeviceDays: number;
  readonly around: Surroundings;
  readonly pipeline: Pipeline;
  readonly commits: GroupCommit;
  /** Pictures and files of devices, a folder per device id. */
  readonly mediaFolder: string;
  readonly version: string;
  /** Cookies get `Secure` when people reach us by https. */
  readonly secureCookies: boolean;
}
