import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import styles from './costs.module.css';
import { useFineDriver } from './use-fine-driver.ts';

interface DriverNoteProps {
  readonly deviceId: number;
  /** Minute of the fine; null = it has none yet. */
  readonly at: number | null;
  /** Identifier of the driver in the form; '' = none. */
  readonly chosen: string;
  /** A new line gets the driver without being asked. */
  readonly isNew: boolean;
}

/** Says who drove at the minute of a fine, by what it is known, and what becomes of it. */
export function DriverNote({ deviceId, at, chosen, isNew }: DriverNoteProps) {
  const { t } = useTranslation('costs');
  const format = useFormat();
  const found = useFineDriver({ deviceId, at });
  if (deviceId === 0) return null;
  if (at === null) return <p className={styles.note}>{t('costs:driverAt.noTime')}</p>;
  if (found === undefined) return null;
  if (found.driverUniqueId === null)
    return (
      <p className={styles.note} role="status">
        {t(`costs:driverAt.${found.reason}`)}
      </p>
    );
  const { name, by, spell } = found;
  const isEntered = chosen === '' && isNew;
  return (
    <p className={styles.note} role="status">
      {t(`costs:driverAt.${by}`, { name, from: format.dateTime(spell.from), to: format.time(spell.to) })}{' '}
      {isEntered && t('costs:driverAt.entered')}
      {chosen !== '' && chosen !== found.driverUniqueId && t('costs:driverAt.other')}
    </p>
  );
}
