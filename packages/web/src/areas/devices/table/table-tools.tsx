import { Button, Menu, NativeSelect } from '@mantine/core';
import { Columns3 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { GROUPINGS, type Grouping } from '../../../live/fleet.ts';
import { HEAD_COLUMN, isNamed, type ColumnId } from './columns.ts';
import { toggled } from './table-layout.ts';
import styles from './table.module.css';
import { useColumnName } from './use-cell-text-context.ts';
import type { LayoutControl } from './use-table-layout.ts';

export interface TableToolsProps {
  readonly grouping: Grouping | null;
  readonly onGrouping: (grouping: Grouping | null) => void;
  readonly control: LayoutControl;
  readonly offered: readonly ColumnId[];
  /** The way to a file; absent = not allowed. */
  readonly sheet: ReactNode;
}

/** Grouping, choice of columns, and export to a file. */
export function TableTools({ grouping, onGrouping, control, offered, sheet }: TableToolsProps) {
  const { t } = useTranslation('devicetable');
  return (
    <div className={styles.tools}>
      <NativeSelect
        className={styles.grouping}
        size="xs"
        aria-label={t('devicetable:grouping.label')}
        value={grouping ?? 'none'}
        data={(['none', ...GROUPINGS] as const).map((value) => ({
          value,
          label:
            value === 'none'
              ? t('devicetable:grouping.none')
              : `${t('devicetable:grouping.label')}: ${t(`devicetable:grouping.${value}`)}`,
        }))}
        onChange={(event) => onGrouping(GROUPINGS.find((each) => each === event.currentTarget.value) ?? null)}
      />
      <div className={styles.end}>
        <ColumnsMenu control={control} offered={offered} />
        {sheet}
      </div>
    </div>
  );
}

function ColumnsMenu({ control, offered }: Pick<TableToolsProps, 'control' | 'offered'>) {
  const { t } = useTranslation('devicetable');
  const nameOf = useColumnName();
  const visibleIds = new Set(control.layout.map(({ id }) => id));
  const item = (id: ColumnId) => (
    <Menu.CheckboxItem
      key={id}
      checked={visibleIds.has(id)}
      disabled={id === HEAD_COLUMN}
      closeMenuOnClick={false}
      onChange={() => control.change((layout) => toggled(layout, id))}
    >
      {nameOf(id)}
    </Menu.CheckboxItem>
  );
  const own = offered.filter((id) => !isNamed(id));
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button size="compact-sm" variant="default" leftSection={<Columns3 size={14} aria-hidden />}>
          {t('devicetable:columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.choices ?? ''}>
        {offered.filter(isNamed).map(item)}
        {own.length > 0 && <Menu.Label>{t('devicetable:more')}</Menu.Label>}
        {own.map(item)}
        <Menu.Divider />
        <Menu.Item onClick={control.reset}>{t('devicetable:reset')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
