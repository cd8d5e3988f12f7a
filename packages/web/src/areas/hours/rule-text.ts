import {
  hoursRules,
  type HoursFinding,
  type HoursProfile,
  type HoursRule,
  type HoursRuleKind,
  type StoredHoursSettings,
} from '@rastro/fleet/working-hours';

/** Settings as the rules take them. */
export const profileOf = ({ version: _, ...settings }: StoredHoursSettings): HoursProfile => ({
  ...settings,
  customRules: [],
});

const ALL: readonly HoursRule[] = (['BR', 'EU'] as const).flatMap((family) =>
  hoursRules({
    family,
    zone: 'UTC',
    service: 'goods',
    crew: 1,
    agreements: [],
    isInternational: false,
    customRules: [],
  }),
);

/** Kind of a rule by its id; null = this version of the page does not know it. */
export const kindOfRule = (id: string): HoursRuleKind | null =>
  ALL.find((rule) => rule.id === id)?.kind ?? null;

/** The limit was passed, or what has to be at least so long was too short. */
export const isTooShort = ({ actualMs, requiredMs }: HoursFinding): boolean => actualMs < requiredMs;

/** The number by which a rule is known: its limit, or the rest that it demands. */
export function valueOfRule(rule: HoursRule): number {
  switch (rule.kind) {
    case 'break':
      return rule.drivingMs;
    case 'workingDay':
    case 'workingWeek':
      return rule.normalMs;
    case 'meal':
      return rule.mealMs;
    case 'night':
      return rule.hourMs;
    case 'dailyRest':
    case 'weeklyRest':
    case 'parkedRest':
      return rule.restMs;
    case 'drivingDay':
    case 'drivingWeek':
    case 'drivingFortnight':
      return rule.limitMs;
  }
}

const LAWS: readonly (readonly [begin: string, address: string])[] = [
  ['CLT', 'https://www.planalto.gov.br/ccivil_03/decreto-lei/del5452.htm'],
  ['CTB', 'https://www.planalto.gov.br/ccivil_03/leis/l9503compilado.htm'],
  ['Constituição', 'https://www.planalto.gov.br/ccivil_03/constituicao/constituicao.htm'],
  ['Regulation (EC) 561/2006', 'https://eur-lex.europa.eu/eli/reg/2006/561/oj'],
  ['Regulation (EU) 2024/1258', 'https://eur-lex.europa.eu/eli/reg/2024/1258/oj'],
];
/** Address of the law that a source begins with; null = none is known. */
export const lawAddress = (source: string): string | null =>
  LAWS.find(([begin]) => source.startsWith(begin))?.[1] ?? null;
