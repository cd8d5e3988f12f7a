import type { auditWrites } from './audit-methods.ts';
import type { leaseCheck } from './lease-methods.ts';

/** Further writes in a transaction of the extension. */
export interface WithinCommit {
  readonly appendAction: ReturnType<typeof auditWrites>['appendAction'];
  readonly requireLease: ReturnType<typeof leaseCheck>;
}
