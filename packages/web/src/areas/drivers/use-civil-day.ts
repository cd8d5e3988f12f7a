import { MINUTE_MS } from '@rastro/base';
import { localTime } from '../../i18n/zoned-time.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { useNow } from '../../ui/use-now.ts';

/** The day that it is for the user, `YYYY-MM-DD`. */
export function useCivilDay(): string {
  const zone = useZone();
  return localTime(useNow(MINUTE_MS), zone).slice(0, 10);
}
