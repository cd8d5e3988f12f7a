import {
  dayFigure,
  durationFigure,
  instantFigure,
  numberFigure,
  type RowCell,
} from '../../ui/sheets/sheet-value.ts';
import { localTime } from '../../i18n/zoned-time.ts';
import { useDisplayChoices, useFormat } from './use-format.ts';

const DATE_LENGTH = '2026-01-31'.length;

/** Cells of a short table in the language, clock and zone of the reader; what is null is empty. */
export function useSheetValues() {
  const format = useFormat();
  const choices = useDisplayChoices();
  return {
    /** @param iso With zone. */
    instant: (iso: string | null): RowCell => {
      const at = iso === null ? Number.NaN : Date.parse(iso);
      return Number.isNaN(at) ? '' : { text: format.moment(at), figure: instantFigure(at, choices) };
    },
    /** A moment in words of its own, such as the hour that begins then. @param iso With zone. */
    instantAs: (iso: string, text: string): RowCell => ({
      text,
      figure: instantFigure(Date.parse(iso), choices),
    }),
    /** The day of a moment. @param iso With zone. */
    dayOf: (iso: string, text: string): RowCell => ({
      text,
      figure: dayFigure(localTime(Date.parse(iso), choices.zone).slice(0, DATE_LENGTH), choices),
    }),
    duration: (ms: number): RowCell => ({ text: format.duration(ms), figure: durationFigure(ms) }),
    number: (value: number): RowCell => ({ text: format.number(value), figure: numberFigure(value) }),
    /** @param cents Integer. */
    money: (cents: number | null): RowCell =>
      cents === null ? '' : { text: format.money(cents), figure: numberFigure(cents / 100, 2) },
  };
}
