import type { HoursAgreement, HoursService, RuleFamily } from './activity.ts';
import type { HoursRule } from './hours-rule.ts';

/** A driver, as far as rules of working hours need them. */
export interface HoursProfile {
  readonly family: RuleFamily;
  /** IANA zone of the base: its civil days and weeks count. */
  readonly zone: string;
  readonly service: HoursService;
  readonly crew: 1 | 2;
  readonly agreements: readonly HoursAgreement[];
  /** Goods across borders: two reduced weekly rests in a row are allowed in the EU. */
  readonly isInternational: boolean;
  /** Rules of the family `custom`. */
  readonly customRules: readonly HoursRule[];
}
