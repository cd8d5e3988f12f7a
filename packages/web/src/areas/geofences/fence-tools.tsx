import { ActionIcon, Menu, TextInput } from '@mantine/core';
import { ArrowDown, ArrowUp, ArrowUpDown, Search, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './fence-list.module.css';
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
  const [field, direction] = choice.sort.split('-');
  const Direction = direction === 'desc' ? ArrowDown : ArrowUp;
  return (
    <div className={styles.tools}>
      <TextInput
        className={styles.search}
        type="search"
        size="sm"
        aria-label={t('geofences:search')}
        placeholder={t('geofences:search')}
        leftSection={<Search size={16} aria-hidden />}
        rightSection={
          choice.text !== '' && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={t('geofences:clear')}
              onClick={() => onChange({ text: '' })}
            >
              <X size={15} aria-hidden />
            </ActionIcon>
          )
        }
        value={choice.text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          onDown();
        }}
      />
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <button type="button" className={styles.sort}>
            <ArrowUpDown size={15} aria-hidden />
            <span className={styles.sortName}>{t(`geofences:sort.${field ?? 'name'}`)}</span>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('geofences:sort.label')}</Menu.Label>
          {FENCE_SORTS.map((name) => (
            <Menu.RadioItem
              key={name}
              value={name}
              checked={name === field}
              closeMenuOnClick
              rightSection={name === field && <Direction size={14} aria-hidden />}
              onClick={() => onChange({ sort: nextFenceSort(choice.sort, name) })}
            >
              {t(`geofences:sort.${name}`)}
            </Menu.RadioItem>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
