import type { FigureNote, Quantity, RowDetail, WidgetFigure } from '@rastro/fleet/figures';
import { useTranslation } from 'react-i18next';
import { attributeText } from '../../../kernel/formats/attribute-text.ts';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import type { Format } from '../../../i18n/format.ts';

const UNKNOWN = '–';

/** A quantity in words of the reader; a dash = not known. */
export function quantityText({ value, unit }: Quantity, format: Format): string {
  if (value === null) return UNKNOWN;
  const texts = {
    count: () => format.number(value),
    distance: () => format.distance(value),
    duration: () => format.duration(value),
    share: () => format.unit(value * 100, 'percent', value < 0.1 ? 1 : 0),
    volume: () => format.unit(value / 1000, 'liter', 1),
    rate: () => format.number(value, 1),
    points: () => format.number(value, 1),
    money: () => format.money(value),
  };
  return texts[unit]();
}

/** Texts of figures and rows. */
export function useFigureText(now: number) {
  const { t } = useTranslation(['overview', 'events', 'attributes', 'diagnosis']);
  const format = useFormat();
  const text = (quantity: Quantity): string => quantityText(quantity, format);
  const noteText = ({ name, values }: FigureNote): string =>
    t(`overview:${name}`, Object.fromEntries(Object.entries(values).map(([key, each]) => [key, text(each)])));
  const detailText = (detail: RowDetail): string => {
    if ('text' in detail) return detail.text;
    if ('day' in detail) return format.day(detail.day);
    if ('event' in detail)
      return detail.alarm === null
        ? t(`events:kind.${detail.event}`)
        : attributeText('alarm', detail.alarm, { t, format });
    if ('verdict' in detail)
      return detail.verdict === null
        ? t(`overview:silent.${detail.reason}`)
        : t(`diagnosis:verdict.${detail.verdict}`);
    if (detail.as === 'since') return format.since(detail.at, now);
    const day = format.dayOf(detail.at);
    return detail.as === 'day' ? day : `${day} ${format.time(detail.at)}`;
  };
  return {
    text,
    nameText: ({ name }: WidgetFigure): string =>
      typeof name === 'string' ? t(`overview:${name}`) : name.word,
    noteText,
    detailsText: (details: readonly RowDetail[]): string =>
      details
        .map(detailText)
        .filter((part) => part !== '')
        .join(' · '),
  };
}
