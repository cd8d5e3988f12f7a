import type { ScoreItem, TotalsItem } from '@rastro/fleet';
import {
  addScored,
  DEFAULT_SCORE_SETTINGS,
  NO_SCORED,
  readScoreSettings,
  scoredSums,
  scoreOf,
  scoreSettingsText,
  type Score,
  type ScoredSums,
  type ScoreSettings,
} from '@rastro/fleet/scores';
import type { ReportReader } from '../../jobs/report-reader.ts';
import type { ReportDevice } from '../../request/report-device.ts';
import type { ReportJob } from '../../request/report-job.ts';
import type { LineBy } from '../lines-by.ts';
import { totalsByDevice } from '../totals/report-totals.ts';

/** Sums of a vehicle, a driver or a group, not yet a score: only sums can be added. */
export interface ScoreLine extends LineBy, Pick<ScoreItem, 'deviceId' | 'deviceName' | 'vehicles'> {
  /** Of a driver who is known. */
  readonly deviceIds: readonly number[];
  /** Text of settings → meters that were driven under it. */
  readonly settings: Readonly<Record<string, number>>;
  readonly sums: ScoredSums;
}

/** Lines of many vehicles, by the numbers of totals; with the name of a driver, theirs alone. */
export async function scoresOfMany(reader: ReportReader, job: ReportJob): Promise<readonly ScoreLine[]> {
  const isWanted = ({ driverUniqueId }: LineBy): boolean =>
    job.driver === null || driverUniqueId === job.driver;
  return (await totalsByDevice(reader, linesBy(job))).flatMap(({ device, lines }) =>
    lines.filter(isWanted).map((line) => scoreLine(device, line)),
  );
}

/** Lines of a report about one driver are by driver. */
export const linesBy = (job: ReportJob): ReportJob => (job.driver === null ? job : { ...job, by: 'driver' });

/** Sums of a vehicle, or of a driver or group in it. */
export const scoreLine = ({ id, scoring }: ReportDevice, line: TotalsItem): ScoreLine => ({
  deviceId: line.deviceId,
  deviceName: line.deviceName,
  driverUniqueId: line.driverUniqueId,
  driverName: line.driverName,
  groupId: line.groupId,
  groupName: line.groupName,
  vehicles: line.vehicles,
  deviceIds: line.driverUniqueId === null ? [] : [id],
  settings: { [scoring]: line.distance },
  sums: scoredSums(line),
});

export const NO_LINE: ScoreLine = {
  deviceId: 0,
  deviceName: '',
  driverUniqueId: null,
  driverName: null,
  groupId: 0,
  groupName: null,
  vehicles: 0,
  deviceIds: [],
  settings: {},
  sums: NO_SCORED,
};

/** Adds lines of one driver or group. */
export const joinScores = (a: ScoreLine, b: ScoreLine): ScoreLine => ({
  ...a,
  vehicles: a.vehicles + b.vehicles,
  deviceIds: [...a.deviceIds, ...b.deviceIds],
  settings: addedMetres(a.settings, b.settings),
  sums: addScored(a.sums, b.sums),
});
/** Adds lines up to one of all. */
export const addScores = (a: ScoreLine, b: ScoreLine): ScoreLine => ({
  ...NO_LINE,
  vehicles: a.vehicles + b.vehicles,
  settings: addedMetres(a.settings, b.settings),
  sums: addScored(a.sums, b.sums),
});

function addedMetres(a: ScoreLine['settings'], b: ScoreLine['settings']): ScoreLine['settings'] {
  const metres: Record<string, number> = { ...a };
  for (const [text, driven] of Object.entries(b)) metres[text] = (metres[text] ?? 0) + driven;
  return metres;
}

/** Settings under which most was driven; of equals, those whose text comes first: no order of vehicles changes it. */
function settingsOf({ settings }: ScoreLine): string {
  const [most] = Object.entries(settings).toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
  return most?.[0] ?? USUAL;
}

const USUAL = scoreSettingsText(DEFAULT_SCORE_SETTINGS);
const scores = new WeakMap<ScoreLine, Score>();
/** Score of a line; worked out once, for all its columns. */
export function scoreOfLine(line: ScoreLine): Score {
  const known = scores.get(line);
  if (known) return known;
  const score = scoreOf(line.sums, settingsIn(settingsOf(line)));
  scores.set(line, score);
  return score;
}

/** Lines have the same settings, nearly always. */
let last: { readonly text: string; readonly settings: ScoreSettings } | null = null;
function settingsIn(text: string): ScoreSettings {
  if (last?.text !== text) last = { text, settings: readScoreSettings(text) ?? DEFAULT_SCORE_SETTINGS };
  return last.settings;
}

export const scoreJson = (line: ScoreLine): string => {
  const item: ScoreItem = {
    ...line,
    ...scoreOfLine(line),
    deviceIds: line.deviceIds.toSorted((a, b) => a - b),
    settings: settingsOf(line),
  };
  return JSON.stringify(item);
};
