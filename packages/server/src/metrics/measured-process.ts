import type { JobStatus } from '@rastro/base/jobs';
import type { RoleFigures } from '@rastro/tracker';

/** A process as its operator measures it. Null = it has no such part, and shows no series of it. */
export interface MeasuredProcess {
  /** Separated by commas, as in the settings. */
  readonly roles: string;
  /** Reason why it cannot do its work; null = it can. */
  readonly complaint: () => Promise<string | null>;
  readonly dataFolder: string;
  readonly figures: RoleFigures | null;
  readonly database: { healthy(): Promise<boolean> } | null;
  readonly bus: { readonly isConnected: boolean } | null;
  /** Recurring work of those who serve users, by name. */
  readonly jobs: (() => ReadonlyMap<string, JobStatus>) | null;
  /** No stored data are known to be damaged. */
  readonly isSound: (() => boolean) | null;
}
