import type { CivilDate } from '../billing/civil-date.ts';
import type { HoursProfile } from './hours-profile.ts';
import type { HoursRule, HoursRuleKind } from './hours-rule.ts';
import { RULES_OF_BRAZIL } from './rules-of-brazil.ts';
import { RULES_OF_EU } from './rules-of-eu.ts';

type RuleOf<K extends HoursRuleKind> = Extract<HoursRule, { readonly kind: K }>;

/** Rules of a family, newest law included; of `custom` those of the profile. */
export function hoursRules({ family, customRules }: HoursProfile): readonly HoursRule[] {
  if (family === 'BR') return RULES_OF_BRAZIL;
  return family === 'EU' ? RULES_OF_EU : customRules;
}

/** Finds the rule for a driver on a day. */
export class RuleIndex {
  readonly #rules: readonly HoursRule[];

  constructor(profile: HoursProfile) {
    this.#rules = hoursRules(profile).filter(
      ({ services, crew, agreement }) =>
        (services === undefined || services.includes(profile.service)) &&
        (crew === undefined || crew === profile.crew) &&
        (agreement === undefined || profile.agreements.includes(agreement)),
    );
  }

  on<K extends HoursRuleKind>(kind: K, date: CivilDate): RuleOf<K> | null {
    const found = this.#rules.find(
      (rule): rule is RuleOf<K> =>
        rule.kind === kind && rule.validFrom <= date && (rule.validUntil === null || date < rule.validUntil),
    );
    return found ?? null;
  }
}

/** The rules that judge a driver on a day, one of each kind. */
export function rulesOn(profile: HoursProfile, date: CivilDate): readonly HoursRule[] {
  const index = new RuleIndex(profile);
  const kinds = new Set(hoursRules(profile).map(({ kind }) => kind));
  return [...kinds].flatMap((kind) => index.on(kind, date) ?? []);
}
