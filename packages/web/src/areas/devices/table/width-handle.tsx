import { useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MIN_WIDTH_PX, MAX_WIDTH_PX, resized, type PlacedColumn } from './table-layout.ts';
import styles from './table.module.css';
import type { LayoutControl } from './use-table-layout.ts';

export interface WidthHandleProps {
  readonly column: PlacedColumn;
  readonly name: string;
  readonly control: LayoutControl;
}

const STEP_PX = 16;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -STEP_PX, ArrowRight: STEP_PX };

/** The edge of a column: drawn by hand, or moved by arrows. */
export function WidthHandle({ column: { id, px }, name, control }: WidthHandleProps) {
  const { t } = useTranslation('devicetable');
  /** Difference between the width and the pointer's position during a drag. */
  const held = useRef<number | null>(null);
  const takeKey = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    control.change((layout) => resized(layout, id, px + step));
  };
  const end = (): void => {
    if (held.current === null) return;
    held.current = null;
    control.saveWidth();
  };
  return (
    // A separator that can be moved has the focus and a value (ARIA 1.2, "separator").
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={t('devicetable:resize', { name })}
      aria-valuenow={px}
      aria-valuemin={MIN_WIDTH_PX}
      aria-valuemax={MAX_WIDTH_PX}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It is moved by arrows.
      tabIndex={0}
      className={styles.edge}
      onKeyDown={takeKey}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = px - event.clientX;
      }}
      onPointerMove={(event) => {
        if (held.current !== null) control.tryWidth(id, held.current + event.clientX);
      }}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}
