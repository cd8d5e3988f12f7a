import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import styles from './batch.module.css';

export interface BatchProgressProps {
  readonly label: string;
  readonly tried: number;
  readonly total: number;
  readonly onCancel: () => void;
}

/** Progress of the batch, and the button to cancel it. */
export function BatchProgress({ label, tried, total, onCancel }: BatchProgressProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  return (
    <div className={styles.progress}>
      <p className={styles.progressText}>
        {label} <span className={styles.count}>{`${format.number(tried)} / ${format.number(total)}`}</span>
      </p>
      <progress className={styles.bar} aria-label={label} value={tried} max={Math.max(1, total)} />
      <Button variant="default" size="xs" onClick={onCancel}>
        {t('common:cancel')}
      </Button>
    </div>
  );
}
