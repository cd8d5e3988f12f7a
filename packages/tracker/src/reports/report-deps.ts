import type { Clock, Limits } from '@rastro/base';
import type { DiagnosisVerdict } from '@rastro/fleet';
import type { WithdrawnEvent } from '@rastro/fleet/trips';
import type { Storage } from '@rastro/storage';
import type { Authenticator } from '../access/authenticate.ts';
import type { Restrictions } from '../access/restrictions.ts';
import type { Visibility } from '../access/visibility.ts';
import type { Statistics } from '../audit/statistics.ts';
import type { Directory } from '../directory/directory.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { BrandHeads } from '../brands/brand-heads.ts';
import type { UserMailer } from '../brands/user-mailer.ts';
import type { CommittedStates } from '../committed/committed-devices.ts';
import type { ReferenceData } from '../pipeline/reference-data.ts';
import type { Period } from './request/report-device.ts';
import type { ReportPool } from './jobs/report-pool.ts';

/** Where accounts and history are copied from another server: what a mailed report needs is asked for first. */
export interface CopiedSource {
  /** Brings an account here, with everything that it sees; one that is gone there is gone here. */
  readUser(userId: number): Promise<void>;
  readHistory(userId: number, deviceIds: readonly number[], period: Period): Promise<void>;
}

/** Events of driving style that were contested and taken back, as the extension stores them, by device. */
export type WithdrawnEvents = () => Promise<ReadonlyMap<number, readonly WithdrawnEvent[]>>;

/** Dependencies of reports: on request, as sheets, and scheduled. */
export interface ReportDeps {
  readonly storage: Storage;
  readonly directory: Directory;
  readonly visibility: Visibility;
  readonly restrictions: Restrictions;
  readonly authenticator: Authenticator;
  readonly live: CommittedStates;
  readonly around: ReferenceData;
  readonly reports: ReportPool;
  /** Devices × days that one report may be about. */
  readonly reportDeviceDays: number;
  readonly mailer: UserMailer;
  readonly brands: BrandHeads;
  /** Reasons why devices are silent, by their ids. */
  readonly verdictsOf: (deviceIds: readonly number[]) => Promise<Readonly<Record<number, DiagnosisVerdict>>>;
  /** Absent = there are none. */
  readonly withdrawn?: WithdrawnEvents;
  readonly statistics: Statistics;
  /** Absent = accounts and history are this server's own. */
  readonly source?: CopiedSource;
  readonly log: IngestLog;
  readonly clock: Clock;
  /** Counted together by all processes. */
  readonly limits: Limits;
}
