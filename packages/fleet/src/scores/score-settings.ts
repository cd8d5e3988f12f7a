import { z } from 'zod';

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

const MOST_WEIGHT = 100;
const LEAST_HALF = 0.1;
const MOST_HALF = 100;
const MOST_LEAST_KM = 10_000;
const MOST_LEAST_H = 1000;

const rule = z.strictObject({
  /** Share in the points, relative to those of other kinds; 0 = it costs nothing. */
  weight: z.number().int().min(0).max(MOST_WEIGHT),
  /** Rate at which half of the weight is lost, in the unit of the kind. */
  half: z.number().min(LEAST_HALF).max(MOST_HALF).multipleOf(0.1),
});

/** Limits are those of the sliders, too. */
export const SCORE_LIMITS = {
  weight: { least: 0, most: MOST_WEIGHT },
  half: { least: LEAST_HALF, most: MOST_HALF },
} as const;

export const scoreSettingsSchema = z
  .strictObject({
    /** Below one of the two there is no score. */
    leastKm: z.number().int().min(1).max(MOST_LEAST_KM),
    leastHours: z.number().int().min(1).max(MOST_LEAST_H),
    /** Below it there is no rank. */
    rankedKm: z.number().int().min(1).max(MOST_LEAST_KM),
    kinds: z.record(z.enum(SCORE_KINDS), rule),
  })
  .refine(({ leastKm, rankedKm }) => rankedKm >= leastKm)
  .refine(({ kinds }) => SCORE_KINDS.some((kind) => kinds[kind].weight > 0));

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

/**
 * Reads the text of an attribute. A kind that it does not name, as one of a later version, has its usual values.
 * @returns null = it is not such a text.
 */
export function readScoreSettings(text: unknown): ScoreSettings | null {
  if (typeof text !== 'string' || text.length > LONGEST_TEXT) return null;
  const [version, leastKm, leastHours, rankedKm, ...rules] = text.split(' ');
  if (version !== VERSION) return null;
  const kinds: Record<string, ScoreRule> = { ...DEFAULT_SCORE_SETTINGS.kinds };
  for (const each of rules) {
    const [, kind, weight, half] = RULE_TEXT.exec(each) ?? [];
    if (kind === undefined || !Object.hasOwn(kinds, kind)) return null;
    kinds[kind] = { weight: Number(weight), half: Number(half) };
  }
  const read = scoreSettingsSchema.safeParse({
    leastKm: Number(leastKm),
    leastHours: Number(leastHours),
    rankedKm: Number(rankedKm),
    kinds,
  });
  return read.success ? read.data : null;
}

/** The first text, from the nearest on, that can be read; else the usual settings. */
export function nearestScoreSettings(texts: readonly unknown[]): ScoreSettings {
  for (const text of texts) {
    const settings = readScoreSettings(text);
    if (settings) return settings;
  }
  return DEFAULT_SCORE_SETTINGS;
}
