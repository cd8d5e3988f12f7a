export type { Lease, LeaseHold, LeaseStorage } from '@rastro/base/jobs';
