import { knots } from '@rastro/fleet';
import { FIGURE_UNITS, quantityText, type FigureNote, type Quantity } from '@rastro/fleet/figures';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { attributeText } from '../../kernel/formats/attribute-text.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { noteText, useChangeText } from '../../kernel/figures/use-figure-text.ts';
import type { Cell, ColumnForm } from './report-row.ts';

/** Formats a cell in the user's language and units; an unknown value is a dash. */
export function useCellText(): (form: ColumnForm, cell: Cell) => string {
  const { t } = useTranslation([
    'devices',
    'attributes',
    'diagnosis',
    'events',
    'history',
    'overview',
    'reports',
  ]);
  const changeText = useChangeText();
  const format = useFormat();
  return useCallback(
    (form, cell) => {
      if (form === 'name' && cell === null) return t('reports:nobody');
      if (cell === null || cell === '') return '–';
      if (form === 'acceleration' && typeof cell === 'number')
        return t('reports:acceleration', { value: format.number(cell, 1) });
      if (form === 'change' && typeof cell === 'number') return changeText(cell);
      if (typeof cell === 'number') return numberText(form, cell, format);
      if (form === 'widget') return t(`overview:kind.${cell}`);
      if (form === 'figure') return t(`overview:${cell}`);
      if (form === 'quantity') return quantityText(quantityIn(cell), format);
      if (form === 'note') return noteText(noteIn(cell), { t, format });
      if (form === 'day') return format.day(cell);
      if (form === 'reason') return t(`history:reason.${cell}`);
      if (form === 'word') return t(`reports:word.${cell}`);
      if (form === 'drivingEvent') return t(`reports:drivingEvent.${cell}`);
      if (form === 'verdict') return t(`diagnosis:verdict.${cell}`);
      if (form === 'happening' && !cell.startsWith('event ')) return t(`reports:word.${cell}`);
      if (form !== 'event' && form !== 'happening') return cell;
      const [type, alarm] = cell.replace(/^event /, '').split(' ', 2);
      return alarm === undefined ? t(`events:kind.${type}`) : attributeText('alarm', alarm, { t, format });
    },
    [t, format, changeText],
  );
}

/** A quantity with its unit, as a cell has it: `distance 1540`. */
function quantityIn(cell: string): Quantity {
  const [unit, value] = cell.split(' ', 2);
  return { unit: FIGURE_UNITS.find((each) => each === unit) ?? 'count', value: Number(value) };
}
const noteIn = (cell: string): FigureNote => JSON.parse(cell);

function numberText(form: ColumnForm, cell: number, format: ReturnType<typeof useFormat>): string {
  switch (form) {
    case 'moment':
      return format.dateTime(cell);
    case 'duration':
      return format.duration(cell);
    case 'distance':
      return format.distance(cell);
    case 'speed':
      return format.speed(knots(cell));
    case 'litres':
      return format.unit(cell, 'liter', 1);
    case 'percent':
      return format.unit(cell, 'percent');
    case 'count':
      return format.number(cell, 0);
    case 'money':
      return format.money(Math.round(cell * 100));
    default:
      return format.number(cell, 1);
  }
}

/** Figures stand at the right, words at the left. */
export const isFigure = (form: ColumnForm): boolean =>
  [
    'duration',
    'distance',
    'speed',
    'litres',
    'percent',
    'money',
    'number',
    'count',
    'acceleration',
    'quantity',
    'change',
  ].includes(form);
