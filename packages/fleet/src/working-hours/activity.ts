/**
 * Activities of a driver. `unclear` is time of which nothing is known: it is never rest, and no work either. Waiting is
 * at the disposal of a shipper or an authority; a rule says whether it is work.
 */
export const ACTIVITY_KINDS = ['driving', 'work', 'waiting', 'unclear', 'meal', 'break', 'rest'] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** Reasons for which a rule may let a limit be passed: no safe place to stop, or the base is near. */
export const EXCESS_REASONS = ['noSafePlace', 'reachedBase'] as const;
export type ExcessReason = (typeof EXCESS_REASONS)[number];

export interface Activity {
  readonly kind: ActivityKind;
  /** Milliseconds since 1970; durations are real ones, whatever clocks on walls do. */
  readonly begin: number;
  readonly end: number;
  /** The vehicle moves meanwhile: a rest in the berth, or a queue in which somebody waits. */
  readonly isMoving?: boolean;
  /** On a ferry or a train that carries the vehicle. */
  readonly isFerry?: boolean;
  readonly reason?: ExcessReason | null;
  /** Text of the driver: "no safe place, km 312". */
  readonly note?: string;
  /** Of unclear time: what it probably was. It counts as nothing before somebody agrees. */
  readonly proposal?: 'meal' | null;
}

export const RULE_FAMILIES = ['BR', 'EU', 'custom'] as const;
export type RuleFamily = (typeof RULE_FAMILIES)[number];

/** `occasional`: coaches for one party, which have rules of their own in the EU. */
export const HOURS_SERVICES = ['goods', 'passengers', 'occasional'] as const;
export type HoursService = (typeof HOURS_SERVICES)[number];

/** Agreements with a union: four hours of overtime, a split meal, twelve hours of work and 36 of rest. */
export const HOURS_AGREEMENTS = ['fourHours', 'splitMeal', 'twelveBy36'] as const;
export type HoursAgreement = (typeof HOURS_AGREEMENTS)[number];
