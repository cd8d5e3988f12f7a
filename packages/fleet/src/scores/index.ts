export {
  DEFAULT_SCORE_SETTINGS,
  isScoreSettings,
  nearestScoreSettings,
  readScoreSettings,
  SCORE_ATTRIBUTE,
  SCORE_KINDS,
  SCORE_LIMITS,
  scoreSettingsText,
  type ScoreKind,
  type ScoreSettings,
} from './score-settings.ts';
export { UNIT_OF_KIND, type ScoredSums, type ScoreUnit } from './rated-kinds.ts';
export { addScored, NO_SCORED, scoredSums } from './scored-sums.ts';
export { scoreOf, type Score, type ScoreGap, type ScorePart } from './score-of.ts';
export { medianOf, rankingOf, rankOf, type RankedScore, type RankedScores } from './ranking.ts';
