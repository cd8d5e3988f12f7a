/** Kinds of driving that cost points, in the order in which they are shown. */
export const SCORE_KINDS = [
  'speeding',
  'braking',
  'cornering',
  'acceleration',
  'longDrive',
  'night',
  'idling',
  'offHours',
  'belt',
  'phone',
] as const;
export type ScoreKind = (typeof SCORE_KINDS)[number];

/** Attribute of groups and of the server; the nearest above a vehicle counts. */
export const SCORE_ATTRIBUTE = 'score.settings';

/** Limits are those of the fields, too. */
export const SCORE_LIMITS = {
  /** Share in the points, relative to those of other kinds; 0 = it costs nothing. */
  weight: { least: 0, most: 100 },
  /** Rate at which half of the weight is lost, in the unit of the kind; in tenths. */
  half: { least: 0.1, most: 100 },
  leastKm: { least: 1, most: 10_000 },
  leastHours: { least: 1, most: 1000 },
  rankedKm: { least: 1, most: 10_000 },
} as const;

type Limited = keyof typeof SCORE_LIMITS;
const isWithin = (name: Limited, value: number): boolean =>
  value >= SCORE_LIMITS[name].least && value <= SCORE_LIMITS[name].most;
const isWholeWithin = (name: Limited, value: number): boolean =>
  Number.isSafeInteger(value) && isWithin(name, value);

/** @returns whether these are settings that may be stored: within limits, a rank no sooner than a score, a kind that counts. */
export function isScoreSettings({ leastKm, leastHours, rankedKm, kinds }: ScoreSettings): boolean {
  const rules = SCORE_KINDS.map((kind) => kinds[kind]);
  return (
    isWholeWithin('leastKm', leastKm) &&
    isWholeWithin('leastHours', leastHours) &&
    isWholeWithin('rankedKm', rankedKm) &&
    rankedKm >= leastKm &&
    rules.every(({ weight, half }) => isWholeWithin('weight', weight) && isWithin('half', half)) &&
    rules.some(({ weight }) => weight > 0)
  );
}

export interface ScoreRule {
  readonly weight: number;
  readonly half: number;
}
export interface ScoreSettings {
  readonly leastKm: number;
  readonly leastHours: number;
  readonly rankedKm: number;
  readonly kinds: Readonly<Record<ScoreKind, ScoreRule>>;
}

/** Weights add up to 100. @source docs/driving-style.md */
export const DEFAULT_SCORE_SETTINGS: ScoreSettings = {
  leastKm: 100,
  leastHours: 3,
  rankedKm: 300,
  kinds: {
    speeding: { weight: 30, half: 4 },
    braking: { weight: 20, half: 6 },
    cornering: { weight: 12, half: 8 },
    acceleration: { weight: 8, half: 8 },
    longDrive: { weight: 10, half: 0.5 },
    night: { weight: 5, half: 20 },
    idling: { weight: 5, half: 15 },
    offHours: { weight: 5, half: 5 },
    belt: { weight: 3, half: 1 },
    phone: { weight: 2, half: 1 },
  },
};

const VERSION = '1';
/** Longer texts are none of ours, and not looked at. */
const LONGEST_TEXT = 400;

/** Settings as the text of an attribute, such as `1 100 3 300 speeding=30/4 braking=20/6 …`; version first. */
export const scoreSettingsText = ({ leastKm, leastHours, rankedKm, kinds }: ScoreSettings): string =>
  [
    VERSION,
    leastKm,
    leastHours,
    rankedKm,
    ...SCORE_KINDS.map((kind) => `${kind}=${kinds[kind].weight}/${kinds[kind].half}`),
  ].join(' ');

const RULE_TEXT = /^([a-zA-Z]+)=(\d{1,3})\/(\d{1,3}(?:\.\d)?)$/;
const NUMBER_TEXT = /^\d{1,5}$/;
const numberIn = (text = ''): number => (NUMBER_TEXT.test(text) ? Number(text) : Number.NaN);
const isKind = (name = ''): name is ScoreKind => SCORE_KINDS.some((kind) => kind === name);

/**
 * Reads the text of an attribute. A kind that it does not name, as one of a later version, has its usual values.
 * @returns null = it is not such a text.
 */
export function readScoreSettings(text: unknown): ScoreSettings | null {
  if (typeof text !== 'string' || text.length > LONGEST_TEXT) return null;
  const [version, leastKm, leastHours, rankedKm, ...rules] = text.split(' ');
  if (version !== VERSION) return null;
  const kinds: Record<ScoreKind, ScoreRule> = { ...DEFAULT_SCORE_SETTINGS.kinds };
  for (const each of rules) {
    const [, kind, weight, half] = RULE_TEXT.exec(each) ?? [];
    if (!isKind(kind)) return null;
    kinds[kind] = { weight: Number(weight), half: Number(half) };
  }
  const settings: ScoreSettings = {
    leastKm: numberIn(leastKm),
    leastHours: numberIn(leastHours),
    rankedKm: numberIn(rankedKm),
    kinds,
  };
  return isScoreSettings(settings) ? settings : null;
}

/** The first text, from the nearest on, that can be read; else the usual settings. */
export function nearestScoreSettings(texts: readonly unknown[]): ScoreSettings {
  for (const text of texts) {
    const settings = readScoreSettings(text);
    if (settings) return settings;
  }
  return DEFAULT_SCORE_SETTINGS;
}
