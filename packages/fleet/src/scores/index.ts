export { medianScore, scoreOf, type RateUnit, type Score, type ScoredSums, type ScorePart } from './score.ts';
export {
  DEFAULT_SCORE_SETTINGS,
  SCORE_KINDS,
  type KindSettings,
  type ScoreKind,
  type ScoreSettings,
} from './score-settings.ts';
