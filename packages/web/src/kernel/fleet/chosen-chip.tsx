import { useTranslation } from 'react-i18next';
import { Chip } from '../../ui/chip.tsx';
import styles from '../../ui/list/list.module.css';
import { UNKNOWN_MEMBERS, type ChosenList } from './use-chosen-vehicles.ts';

/** Notes that a list is about some vehicles only, and goes back to all of them. */
export function ChosenChip({ members, clear }: ChosenList) {
  const { t } = useTranslation('common');
  if (members === null || members === UNKNOWN_MEMBERS) return null;
  return (
    <p className={styles.limits}>
      <Chip
        name={t('common:chosen.count', { count: members.size })}
        removeLabel={t('common:chosen.clear')}
        onRemove={clear}
      />
    </p>
  );
}
