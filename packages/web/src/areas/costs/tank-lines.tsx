import { Button } from '@mantine/core';
import { CircleCheck, CircleHelp, Fuel, ReceiptText, TriangleAlert, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { StateChip } from '../../ui/state-chip.tsx';
import styles from './costs.module.css';
import { groupOf, type TankGroup } from './tank-question.ts';
import type { TankRow } from './tank-rows.ts';

/** Rows that are drawn before more are asked for. */
const AT_ONCE = 100;

interface TankRowsProps {
  readonly rows: readonly TankRow[];
  readonly onOpen: (row: TankRow) => void;
}
/** Bills and fills, each with its outcome, its time and its liters. */
export function TankRows({ rows, onOpen }: TankRowsProps) {
  const { t } = useTranslation('costs');
  const [drawn, setDrawn] = useState(AT_ONCE);
  return (
    <>
      <ul className={styles.rows} aria-label={t('costs:tab.tank')}>
        {rows.slice(0, drawn).map((row) => (
          <TankLine
            key={row.kind === 'fill' ? `fill ${row.deviceId} ${row.found.fill.start}` : row.line.id}
            row={row}
            onOpen={() => onOpen(row)}
          />
        ))}
      </ul>
      {rows.length > drawn && (
        <Button variant="default" onClick={() => setDrawn(drawn + AT_ONCE)}>
          {t('costs:more')}
        </Button>
      )}
    </>
  );
}

const ICONS: Readonly<Record<TankGroup, LucideIcon>> = {
  suspicious: TriangleAlert,
  unbilled: ReceiptText,
  matches: CircleCheck,
  unknown: CircleHelp,
};
const TONES = { suspicious: 'bad', unbilled: 'warning', matches: 'plain', unknown: 'plain' } as const;

function TankLine({ row, onOpen }: { readonly row: TankRow; readonly onOpen: () => void }) {
  const { t } = useTranslation('costs');
  const format = useFormat();
  const group = groupOf(row);
  const { name, details, time, liters, cents } = useShown(row);
  const outcome = row.kind === 'fill' ? row.found.outcome : row.check.outcome;
  return (
    <li className={styles.row}>
      <button type="button" className={styles.open} onClick={onOpen}>
        <Fuel className={styles.icon} size={16} aria-hidden />
        <span className={styles.what}>
          <strong dir="auto">{name}</strong>
          <small dir="auto">{details}</small>
        </span>
        <span className={styles.whose} data-below>
          <StateChip icon={ICONS[group]} tone={TONES[group]}>
            {t(`costs:tank.outcome.${outcome}`)}
          </StateChip>
        </span>
        <span className={styles.days} data-below>
          {time}
          <br />
          <span className={styles.quiet}>{liters}</span>
        </span>
        <span className={styles.amount}>{cents > 0 ? format.money(cents) : ''}</span>
      </button>
    </li>
  );
}

/** Texts of a row: of a bill beside the tank, or of the tank alone. */
function useShown(row: TankRow) {
  const { t } = useTranslation('costs');
  const format = useFormat();
  const liters = (value: number): string => t('costs:quantity.liter', { amount: format.number(value, 1) });
  if (row.kind === 'fill') {
    const { start, liters: filled } = row.found.fill;
    return {
      name: row.deviceName,
      details: '',
      time: format.dateTime(start),
      liters:
        filled === null
          ? t('costs:tank.filledUnknown')
          : t('costs:tank.filledOnly', { filled: liters(filled) }),
      cents: 0,
    };
  }
  const { line, check } = row;
  const filled = check.outcome === 'none' ? 0 : (check.fill?.liters ?? null);
  const billed = liters(line.quantity);
  return {
    name: line.deviceName,
    details: [line.supplier, line.driverName].filter((part) => part !== '').join(' · '),
    time: line.at === null ? format.day(line.from) : format.dateTime(Date.parse(line.at)),
    liters:
      filled === null
        ? t('costs:tank.billedOnly', { billed })
        : t('costs:tank.billedAndFilled', { billed, filled: liters(filled) }),
    cents: check.missingCents,
  };
}
