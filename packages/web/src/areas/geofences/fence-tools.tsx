import { useTranslation } from 'react-i18next';
import styles from '../../ui/list/list.module.css';
import { SearchField } from '../../ui/list/search-field.tsx';
import { SortMenu } from '../../ui/list/sort-menu.tsx';
import { FENCE_SORTS, nextFenceSort, type FenceChoice } from './fence-list.ts';

export interface FenceToolsProps {
  readonly choice: FenceChoice;
  readonly onChange: (part: Partial<FenceChoice>) => void;
  /** Arrow down in the search field: on to the rows. */
  readonly onDown: () => void;
}

/** Words to find and the order. */
export function FenceTools({ choice, onChange, onDown }: FenceToolsProps) {
  const { t } = useTranslation('geofences');
  return (
    <div className={styles.tools}>
      <SearchField
        label={t('geofences:search')}
        value={choice.text}
        onChange={(text) => onChange({ text })}
        onDown={onDown}
      />
      <SortMenu
        fields={FENCE_SORTS.map((name) => ({ name, label: t(`geofences:sort.${name}`) }))}
        field={FENCE_SORTS.find((name) => choice.sort.startsWith(name)) ?? 'name'}
        isDown={choice.sort.endsWith('-desc')}
        onChoose={(name) => onChange({ sort: nextFenceSort(choice.sort, name) })}
      />
    </div>
  );
}
