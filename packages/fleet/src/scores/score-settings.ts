/** Kinds that cost points, in the order in which a score explains itself. */
export const SCORE_KINDS = [
  'speeding',
  'braking',
  'cornering',
  'acceleration',
  'longDrives',
  'night',
  'idling',
  'offHours',
  'belt',
  'phone',
] as const;
export type ScoreKind = (typeof SCORE_KINDS)[number];

/** Most that a kind may cost, and the rate at which it costs half of that. */
export interface KindSettings {
  /** Share of all points; those of all kinds make 100. */
  readonly weight: number;
  /** In the unit of the kind's rate. */
  readonly half: number;
}
export interface ScoreSettings {
  readonly kinds: Readonly<Record<ScoreKind, KindSettings>>;
  /** Below either of them there is no score. */
  readonly leastM: number;
  readonly leastMs: number;
  /** Below it a score has no place in a ranking. */
  readonly rankedM: number;
}

/** @source docs/reference/history-and-reports.md: rates of published formulas, rounded. */
export const DEFAULT_SCORE_SETTINGS: ScoreSettings = {
  kinds: {
    speeding: { weight: 30, half: 4 },
    braking: { weight: 20, half: 6 },
    cornering: { weight: 12, half: 8 },
    acceleration: { weight: 8, half: 8 },
    longDrives: { weight: 10, half: 0.5 },
    night: { weight: 5, half: 20 },
    idling: { weight: 5, half: 15 },
    offHours: { weight: 5, half: 5 },
    belt: { weight: 3, half: 1 },
    phone: { weight: 2, half: 1 },
  },
  leastM: 100_000,
  leastMs: 3 * 3_600_000,
  rankedM: 300_000,
};
