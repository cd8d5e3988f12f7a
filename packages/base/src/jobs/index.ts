export type { Job, JobRun } from './job.ts';
export type { Lease, LeaseHold, LeaseStorage } from './lease.ts';
export {
  performNow,
  runJobs,
  type JobStatus,
  type JobStore,
  type Work,
  type WorkOptions,
} from './run-jobs.ts';
