import { useTranslation } from 'react-i18next';
import { Chip } from '../../../ui/chip.tsx';
import styles from '../list/device-list.module.css';
import type { ListChoice } from './list-query.ts';

/** Notes that the filter was restored from the last visit, and removes it. */
export function RestoredFilterChip({ choice, onRemove }: { choice: ListChoice; onRemove: () => void }) {
  const { t } = useTranslation('devices');
  const text = choice.text.trim();
  return (
    <p className={styles.kept}>
      <Chip
        name={text === '' ? t('devices:list.kept') : t('devices:list.keptWith', { text })}
        removeLabel={t('devices:list.keptClear')}
        onRemove={onRemove}
      />
    </p>
  );
}
