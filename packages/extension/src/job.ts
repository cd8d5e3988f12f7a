import type * as jobs from '@rastro/base/jobs';
import type { ExtensionBatch } from '@rastro/storage';

/** Changes that a job of the extension wants stored. */
export type Outcome = Pick<ExtensionBatch, 'put' | 'remove' | 'actions'>;
export type Job = jobs.Job<Outcome>;
export type JobRun = jobs.JobRun<Outcome>;
