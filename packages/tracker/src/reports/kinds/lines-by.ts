import type { TotalsItem } from '@rastro/fleet';
import type { ReportJob } from '../request/report-job.ts';

/** Line of a vehicle, a driver or a group. */
export type LineBy = Pick<TotalsItem, 'driverUniqueId' | 'driverName' | 'groupId' | 'groupName'>;

/** By which lines of several devices are one. */
export function keyOfLine({ by }: ReportJob): ((item: LineBy) => string) | null {
  if (by === 'device') return null;
  if (by === 'group') return ({ groupId }) => String(groupId);
  return ({ driverUniqueId }) => JSON.stringify(driverUniqueId);
}

/** Of a driver or a group; null = of none. */
export const nameOfLine = (item: LineBy): string | null =>
  item.driverName ?? item.driverUniqueId ?? item.groupName;

/** By name; those of no driver, or of no group, last. */
export function compareLines({ reader }: ReportJob): (a: LineBy, b: LineBy) => number {
  const { compare } = new Intl.Collator(reader.language, { numeric: true });
  return (a, b) => {
    const [one, other] = [nameOfLine(a), nameOfLine(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return (
      compare(one, other) ||
      a.groupId - b.groupId ||
      ((a.driverUniqueId ?? '') < (b.driverUniqueId ?? '') ? -1 : 1)
    );
  };
}

/** Labels of the head of such lines, and of those of no driver or group. */
export const LINE_LABELS = {
  group: { 'pt-BR': 'Grupo', es: 'Grupo', en: 'Group' },
  noDriver: { 'pt-BR': 'Sem motorista', es: 'Sin conductor', en: 'No driver' },
  noGroup: { 'pt-BR': 'Sem grupo', es: 'Sin grupo', en: 'No group' },
} as const;
