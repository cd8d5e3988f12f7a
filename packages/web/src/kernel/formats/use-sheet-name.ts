import { sheetFileName } from '@rastro/fleet/sheets';
import { localTime } from '../../i18n/zoned-time.ts';
import { useSignedIn } from '../services.tsx';
import { useZone } from './use-zone.ts';

/** From the first to the last moment, both included. */
export interface SheetPeriod {
  readonly from: Date;
  readonly to: Date;
}
const DATE_LENGTH = '2026-01-31'.length;

/** Names files after product, what they are of, and their days; without a period after today. */
export function useSheetName(): (title: string, ending: string, period?: SheetPeriod) => string {
  const product = useSignedIn().branding.title;
  const zone = useZone();
  return (title, ending, period) => {
    const now = new Date();
    const { from, to } = period ?? { from: now, to: now };
    const [first = '', last = ''] = [from, to].map((at) =>
      localTime(at.getTime(), zone).slice(0, DATE_LENGTH),
    );
    return sheetFileName([product, title, first, ...(first === last ? [] : [last])], ending);
  };
}
