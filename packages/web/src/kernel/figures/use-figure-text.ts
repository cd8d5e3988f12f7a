import {
  quantityText,
  type FigureNote,
  type Quantity,
  type RowDetail,
  type WidgetFigure,
} from '@rastro/fleet/figures';
import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Format } from '../../i18n/format.ts';
import { attributeText } from '../formats/attribute-text.ts';
import { useFormat } from '../formats/use-format.ts';

/** Texts of figures and rows. */
export function useFigureText(now: number) {
  const { t } = useTranslation(['overview', 'events', 'attributes', 'diagnosis']);
  const format = useFormat();
  const text = (quantity: Quantity): string => quantityText(quantity, format);
  const detailText = (detail: RowDetail): string => {
    if ('text' in detail) return detail.text;
    if ('day' in detail) return format.day(detail.day);
    if ('quantity' in detail) return text(detail.quantity);
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
    noteText: (note: FigureNote): string => noteText(note, { t, format }),
    detailsText: (details: readonly RowDetail[]): string =>
      details
        .map(detailText)
        .filter((part) => part !== '')
        .join(' · '),
  };
}

/** Note below a figure. */
export const noteText = (
  { name, values }: FigureNote,
  { t, format }: { readonly t: TFunction<readonly ['overview']>; readonly format: Format },
): string =>
  t(
    `overview:${name}`,
    Object.fromEntries(Object.entries(values).map(([key, each]) => [key, quantityText(each, format)])),
  );

/** Text of a change. @param percent Whole; below zero = it fell. */
export function useChangeText(): (percent: number) => string {
  const { t } = useTranslation('overview');
  const format = useFormat();
  return useCallback(
    (percent) => {
      const direction = percent > 0 ? 'more' : percent < 0 ? 'less' : 'same';
      return t(`overview:change.${direction}`, { percent: format.unit(Math.abs(percent), 'percent') });
    },
    [t, format],
  );
}
