/** Number of positions of a device on a day (UTC, by arrival). */
export interface DailyCount {
  readonly day: number;
  readonly count: number;
}
const dayOf = (now: number): number => Math.floor(now / 86_400_000);
export const countToday = (daily: DailyCount, now: number): number =>
  daily.day === dayOf(now) ? daily.count : 0;
export const countOneMore = (daily: DailyCount, now: number): DailyCount => ({
  day: dayOf(now),
  count: countToday(daily, now) + 1,
});
