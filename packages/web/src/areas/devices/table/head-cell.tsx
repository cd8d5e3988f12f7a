import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ColumnMenu, type HeadProps } from './column-menu.tsx';
import { columnOf, HEAD_COLUMN, isColumnId } from './columns.ts';
import { movedTo } from './table-layout.ts';
import { nextOrder, rankOf } from './table-order.ts';
import { Unseen } from '../../../ui/unseen.tsx';
import styles from './table.module.css';
import { WidthHandle } from './width-handle.tsx';

const DRAGGED = 'text/column';

/** The head of a column: a press orders by it, its menu and its edge change it, drawn onto another it moves there. */
export function HeadCell({ column, name, order, onOrder, control }: HeadProps) {
  const { t } = useTranslation('devicetable');
  const { id } = column;
  const { sort, isFigure } = columnOf(id);
  const rank = rankOf(order, sort);
  const Arrow = rank?.isDown === true ? ArrowDown : ArrowUp;
  return (
    // Its button, its menu and its edge have the focus.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <span
      role="columnheader"
      className={styles.cell}
      data-figure={isFigure}
      aria-sort={rank?.rank === 1 ? (rank.isDown ? 'descending' : 'ascending') : 'none'}
      onDragOver={(event) => {
        if (id !== HEAD_COLUMN && event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
      }}
      onDrop={(event) => {
        const from = event.dataTransfer.getData(DRAGGED);
        event.preventDefault();
        if (isColumnId(from)) control.change((layout) => movedTo(layout, from, id));
      }}
    >
      <button
        type="button"
        className={styles.sort}
        title={t('devicetable:sortHint')}
        draggable={id !== HEAD_COLUMN}
        onDragStart={(event) => {
          event.dataTransfer.setData(DRAGGED, id);
          event.dataTransfer.effectAllowed = 'move';
        }}
        onClick={(event) => onOrder(nextOrder(order, sort, event.shiftKey))}
      >
        <span>{name}</span>
        {rank !== null && <Arrow size={13} aria-hidden />}
        {rank?.rank === 2 && (
          <span className={styles.second}>
            <span aria-hidden>2</span>
            <Unseen>{t('devicetable:second')}</Unseen>
          </span>
        )}
      </button>
      <ColumnMenu column={column} name={name} order={order} onOrder={onOrder} control={control} />
      <WidthHandle column={column} name={name} control={control} />
    </span>
  );
}
