import { Button } from '@mantine/core';
import type { Device } from '@rastro/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowCell } from '../../ui/sheets/sheet-value.ts';
import { useSheetValues } from '../../kernel/formats/use-sheet-values.ts';
import { useNavigate } from 'react-router';
import { RowsMenu } from '../../kernel/screens/rows-menu.tsx';
import { LabelsDialog } from './labels-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import styles from './stock.module.css';
import { stateOf, useStateName } from './use-stock.ts';

export interface StockBarProps {
  readonly all: readonly Device[];
  readonly visible: readonly Device[];
  readonly chosen: ReadonlySet<number>;
  readonly onChoose: (ids: Iterable<number>) => void;
}

/** Actions for the chosen trackers. */
export function StockBar({ all, visible, chosen, onChoose }: StockBarProps) {
  const { t } = useTranslation('stock');
  const navigate = useNavigate();
  const [open, setOpen] = useState<'move' | 'labels' | null>(null);
  const devices = all.filter(({ id }) => chosen.has(id));
  const isAll = visible.length > 0 && visible.every(({ id }) => chosen.has(id));
  const [only] = devices;
  return (
    <div className={styles.bar} role="group" aria-label={t('stock:bar')}>
      <span className={styles.chosen} role="status">
        {t('stock:chosen', { count: devices.length })}
      </span>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => onChoose(isAll ? [] : visible.map(({ id }) => id))}
      >
        {isAll ? t('stock:chooseNone') : t('stock:chooseAll', { shown: visible.length })}
      </Button>
      <Button size="compact-sm" disabled={devices.length === 0} onClick={() => setOpen('move')}>
        {t('stock:move.start')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={devices.length === 0 || !devices.every((device) => stateOf(device) === 'stock')}
        title={t('stock:labels.hint')}
        onClick={() => setOpen('labels')}
      >
        {t('stock:labels.start')}
      </Button>
      {only !== undefined && devices.length === 1 && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void navigate(`/stock?tab=movements&device=${only.id}`)}
        >
          {t('stock:past')}
        </Button>
      )}
      <StockSheet visible={visible} />
      {open === 'move' && <MoveDialog devices={devices} onClose={() => setOpen(null)} />}
      {open === 'labels' && <LabelsDialog devices={devices} onClose={() => setOpen(null)} />}
    </div>
  );
}

const COLUMNS = ['name', 'identifier', 'model', 'state', 'contact'] as const;

function StockSheet({ visible }: { readonly visible: readonly Device[] }) {
  const { t } = useTranslation('stock');
  const stateName = useStateName();
  const cells = useSheetValues();
  const rows = (): readonly (readonly RowCell[])[] => [
    COLUMNS.map((name) => t(`stock:column.${name}`)),
    ...visible.map((device) => [
      device.name,
      device.uniqueId,
      device.model ?? '',
      stateName(stateOf(device)),
      cells.instant(device.lastUpdate),
    ]),
  ];
  return <RowsMenu name={t('stock:title')} rows={rows} />;
}
