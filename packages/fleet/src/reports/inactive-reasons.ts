/** Why a vehicle is in the report of inactive ones: it never reported, not in the period, or did not move in it. */
export const INACTIVE_REASONS = ['never', 'silent', 'standing'] as const;
export type InactiveReason = (typeof INACTIVE_REASONS)[number];
