import { Menu } from '@mantine/core';
import { EllipsisVertical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { columnOf, HEAD_COLUMN } from './columns.ts';
import { moved, toggled, type PlacedColumn } from './table-layout.ts';
import { nextOrder, type TableOrder } from './table-order.ts';
import styles from './table.module.css';
import type { LayoutControl } from './use-table-layout.ts';

export interface HeadProps {
  readonly column: PlacedColumn;
  readonly name: string;
  readonly order: TableOrder;
  readonly onOrder: (order: TableOrder) => void;
  readonly control: LayoutControl;
}

/** Actions for a column, by pointer and by keyboard. */
export function ColumnMenu({ column: { id }, name, order, onOrder, control }: HeadProps) {
  const { t } = useTranslation('devicetable');
  const { sort } = columnOf(id);
  const at = control.layout.findIndex((each) => each.id === id);
  const isFixed = id === HEAD_COLUMN;
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={styles.menu} aria-label={t('devicetable:menu', { name })}>
          <EllipsisVertical size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onOrder({ sort: `${sort}-asc`, second: null })}>
          {t('devicetable:up')}
        </Menu.Item>
        <Menu.Item onClick={() => onOrder({ sort: `${sort}-desc`, second: null })}>
          {t('devicetable:down')}
        </Menu.Item>
        <Menu.Item onClick={() => onOrder(nextOrder(order, sort, true))}>{t('devicetable:then')}</Menu.Item>
        {!isFixed && (
          <>
            <Menu.Divider />
            <Menu.Item disabled={at <= 1} onClick={() => control.change((layout) => moved(layout, id, -1))}>
              {t('devicetable:left')}
            </Menu.Item>
            <Menu.Item
              disabled={at === control.layout.length - 1}
              onClick={() => control.change((layout) => moved(layout, id, 1))}
            >
              {t('devicetable:right')}
            </Menu.Item>
            <Menu.Item onClick={() => control.change((layout) => toggled(layout, id))}>
              {t('devicetable:hide')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
