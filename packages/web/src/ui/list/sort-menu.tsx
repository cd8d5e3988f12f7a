import { Menu } from '@mantine/core';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './list.module.css';

export interface SortMenuProps<F extends string> {
  readonly fields: readonly { readonly name: F; readonly label: string }[];
  readonly field: F;
  readonly isDown: boolean;
  /** Choosing the same field again turns the order round (docs/reference/requirements.md SPEC §4 "Sorting"). */
  readonly onChoose: (field: F) => void;
}

/** The order of a list. */
export function SortMenu<F extends string>({ fields, field, isDown, onChoose }: SortMenuProps<F>) {
  const { t } = useTranslation('common');
  const Direction = isDown ? ArrowDown : ArrowUp;
  return (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={styles.tool}>
          <ArrowUpDown size={15} aria-hidden />
          <span className={styles.toolName}>{fields.find(({ name }) => name === field)?.label}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('common:list.sortBy')}</Menu.Label>
        {fields.map(({ name, label }) => (
          <Menu.RadioItem
            key={name}
            value={name}
            checked={name === field}
            closeMenuOnClick
            rightSection={
              name === field && (
                <span className={styles.direction}>
                  {t(isDown ? 'common:list.desc' : 'common:list.asc')}
                  <Direction size={14} aria-hidden />
                </span>
              )
            }
            onClick={() => onChoose(name)}
          >
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
