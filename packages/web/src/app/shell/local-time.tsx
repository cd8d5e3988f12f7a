import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { browserZone } from '../../kernel/formats/browser-zone.ts';
import { useDisplayChoices } from '../../kernel/formats/use-format.ts';
import { useNow } from '../../ui/use-now.ts';
import styles from './header.module.css';

/** @source docs/reference/requirements.md SPEC §9 "The clock updates every 60 s". */
const CLOCK_MS = 60_000;

/**
 * The time where the visitor is, whatever zone the account reads in; its title says which that is.
 * @source docs/reference/requirements.md SPEC §1
 */
export function LocalTime() {
  const { i18n } = useTranslation();
  const { hour12 } = useDisplayChoices();
  const now = useNow(CLOCK_MS);
  const timeZone = browserZone();
  const format = useMemo(
    () => new Intl.DateTimeFormat(i18n.language, { hour: '2-digit', minute: '2-digit', hour12, timeZone }),
    [i18n.language, hour12, timeZone],
  );
  return (
    <time
      className={styles.time}
      dateTime={new Date(now).toISOString()}
      title={timeZone.replaceAll('_', ' ')}
    >
      {format.format(now)}
    </time>
  );
}
