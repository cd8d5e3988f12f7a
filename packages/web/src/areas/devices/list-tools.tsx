import { ActionIcon, Menu, TextInput } from '@mantine/core';
import { ArrowDown, ArrowUp, ArrowUpDown, Search, SlidersHorizontal, X } from 'lucide-react';
import { fieldOf, nextSort, SORT_FIELDS } from '@rastro/fleet';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './device-list.module.css';
import { furtherFilters, type ListChoice } from './list-query.ts';

export interface ListToolsProps {
  readonly choice: ListChoice;
  readonly onChange: (part: Partial<ListChoice>) => void;
  /** Arrow down in the search field: on to the rows. */
  readonly onDown: () => void;
  /** The form of the further filters. */
  readonly filters: { readonly id: string; readonly isOpen: boolean; readonly onToggle: () => void };
}

/** Free text over every field, and the order. */
export function ListTools({ choice, onChange, onDown, filters }: ListToolsProps) {
  const { t } = useTranslation('devices');
  const field = fieldOf(choice.sort);
  const isDown = choice.sort.endsWith('-desc');
  const further = furtherFilters(choice);
  const Direction = isDown ? ArrowDown : ArrowUp;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    onDown();
  };
  return (
    <div className={styles.tools}>
      <TextInput
        className={styles.search}
        type="search"
        size="sm"
        aria-label={t('devices:list.search')}
        placeholder={t('devices:list.searchHint')}
        leftSection={<Search size={16} aria-hidden />}
        rightSection={
          choice.text !== '' && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={t('devices:list.clear')}
              onClick={() => onChange({ text: '' })}
            >
              <X size={15} aria-hidden />
            </ActionIcon>
          )
        }
        value={choice.text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        className={styles.sort}
        aria-label={
          further === 0 ? t('devices:filters.open') : t('devices:filters.openWith', { count: further })
        }
        aria-expanded={filters.isOpen}
        aria-controls={filters.isOpen ? filters.id : undefined}
        data-active={further > 0}
        onClick={filters.onToggle}
      >
        <SlidersHorizontal size={15} aria-hidden />
        {further > 0 && <span>{further}</span>}
      </button>
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <button type="button" className={styles.sort}>
            <ArrowUpDown size={15} aria-hidden />
            <span className={styles.sortName}>{t(`devices:sort.${field}`)}</span>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('devices:sort.label')}</Menu.Label>
          {SORT_FIELDS.map((name) => (
            <Menu.RadioItem
              key={name}
              value={name}
              checked={name === field}
              closeMenuOnClick
              rightSection={
                name === field && (
                  <span className={styles.direction}>
                    {t(isDown ? 'devices:sort.desc' : 'devices:sort.asc')}
                    <Direction size={14} aria-hidden />
                  </span>
                )
              }
              onClick={() => onChange({ sort: nextSort(choice.sort, name) })}
            >
              {t(`devices:sort.${name}`)}
            </Menu.RadioItem>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
