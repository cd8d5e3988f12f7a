import type { Clock } from '@rastro/base';
import type { DiagnosisVerdict } from '@rastro/fleet';
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
import type { ReportPool } from './jobs/report-pool.ts';

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
  readonly statistics: Statistics;
  readonly log: IngestLog;
  readonly clock: Clock;
}
