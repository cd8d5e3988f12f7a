import { Check, ChevronDown, ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useVehicle } from '../../../kernel/fleet/fleet-context.tsx';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import { PlaceText } from '../../../kernel/places/place-text.tsx';
import type { ListSection, Vehicle } from '../../../live/fleet.ts';
import { vehicleState } from '../../../live/vehicle-state.ts';
import listStyles from '../list/device-list.module.css';
import { VehicleIcon } from '../state/vehicle-icon.tsx';
import { cellText, type CellTextContext } from './cell-text.ts';
import { columnOf, HEAD_COLUMN, type ColumnId } from './columns.ts';
import { Unseen } from '../../../ui/unseen.tsx';
import styles from './table.module.css';

export interface LinePlace {
  readonly elementId: string;
  /** Its number in the table; the head is the first. */
  readonly index: number;
  readonly topPx: number;
  readonly isActive: boolean;
}

export interface VehicleLineProps extends LinePlace {
  readonly id: number;
  readonly columns: readonly ColumnId[];
  readonly textContext: CellTextContext;
  /** null = rows are not being selected. */
  readonly isChosen: boolean | null;
  readonly onPress: (id: number, isRange: boolean) => void;
}

/** One vehicle. Draws again only when it changes. */
export const VehicleLine = memo((props: VehicleLineProps) => {
  const { elementId, id, index, topPx, isActive, isChosen, columns, textContext, onPress } = props;
  const vehicle = useVehicle(id);
  return (
    // The table has the focus and the keys; it names its active row by aria-activedescendant.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={elementId}
      role="row"
      aria-rowindex={index}
      {...(isChosen === null ? {} : { 'aria-selected': isChosen })}
      className={`${styles.row} ${styles.line}`}
      data-active={isActive}
      style={{ transform: `translateY(${topPx}px)` }}
      onClick={(event) => onPress(id, event.shiftKey)}
    >
      {columns.map((column) => (
        <Cell key={column} column={column} vehicle={vehicle} textContext={textContext} isChosen={isChosen} />
      ))}
    </div>
  );
});

interface CellProps extends Pick<VehicleLineProps, 'textContext' | 'isChosen'> {
  readonly column: ColumnId;
  readonly vehicle: Vehicle | undefined;
}

function Cell({ column, vehicle, textContext, isChosen }: CellProps) {
  const isHead = column === HEAD_COLUMN;
  const text = vehicle === undefined ? '' : cellText(column, vehicle, textContext);
  return (
    <span
      role={isHead ? 'rowheader' : 'gridcell'}
      className={styles.cell}
      data-figure={columnOf(column).isFigure}
      title={text === null || column === 'place' ? undefined : text}
    >
      {isHead && isChosen !== null && (
        <span className={listStyles.check} data-checked={isChosen} aria-hidden>
          {isChosen && <Check size={14} strokeWidth={3} />}
        </span>
      )}
      {vehicle === undefined && <span className={styles.ghost} />}
      {vehicle !== undefined && isHead && <VehicleIcon vehicle={vehicle} />}
      {vehicle !== undefined && <CellValue column={column} vehicle={vehicle} text={text} />}
    </span>
  );
}

/** Value of a cell; screen readers get "unknown" for a missing one. */
function CellValue({ column, vehicle, text }: { column: ColumnId; vehicle: Vehicle; text: string | null }) {
  const { t } = useTranslation('devices');
  if (text === null) {
    return (
      <>
        <span className={styles.nothing} aria-hidden>
          —
        </span>
        <Unseen>{t('devices:unknown')}</Unseen>
      </>
    );
  }
  if (column === 'place' && vehicle.position !== null) return <PlaceText place={vehicle.position} />;
  if (column === 'state') {
    return (
      <span className={listStyles.state} data-state={vehicleState(vehicle)}>
        {text}
      </span>
    );
  }
  return <span className={styles.text}>{text}</span>;
}

export interface SectionLineProps extends LinePlace {
  readonly section: ListSection;
  readonly title: string;
  readonly isOpen: boolean;
  readonly columns: number;
  readonly onToggle: (key: ListSection['key']) => void;
}

/** The head of what stands together. */
export function SectionLine(props: SectionLineProps) {
  const { elementId, index, topPx, isActive, section, title, isOpen, columns, onToggle } = props;
  const format = useFormat();
  const Sign = isOpen ? ChevronDown : ChevronRight;
  return (
    <div
      id={elementId}
      role="row"
      aria-rowindex={index}
      className={`${styles.row} ${styles.line} ${styles.section}`}
      data-active={isActive}
      style={{ transform: `translateY(${topPx}px)` }}
    >
      <span role="gridcell" aria-colspan={columns} className={styles.sectionCell}>
        <button type="button" tabIndex={-1} aria-expanded={isOpen} onClick={() => onToggle(section.key)}>
          <Sign size={15} aria-hidden />
          <span className={styles.text}>{title}</span>
          <span className={styles.count}>{format.number(section.count)}</span>
        </button>
      </span>
    </div>
  );
}
