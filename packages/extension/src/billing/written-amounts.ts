import type { Language } from '@rastro/fleet';
import type { CivilDate } from '@rastro/fleet/billing';

export const dayText = (date: CivilDate, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'short', timeZone: 'UTC' }).format(Date.parse(date));
