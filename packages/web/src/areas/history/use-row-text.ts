import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { attributeText } from '../../kernel/formats/attribute-text.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';
import type { HistoryRow } from './chronology.ts';
import { driverOf } from './strip-lanes.ts';

/** Below it is parking and turning the key. */
const MIN_IDLE_MS = 60_000;

export interface RowText {
  readonly title: string;
  readonly detail: string;
  /** Why it began and ended; empty = nothing is known. */
  readonly why: string;
}

/** Text of a row in the chronology, in the user's language and units. */
export function useRowText(): (row: HistoryRow) => RowText {
  const { t } = useTranslation(['devices', 'attributes', 'events', 'history']);
  const format = useFormat();
  return useCallback(
    (row) => {
      const length = format.duration((row.to - row.from) * 1000);
      if (row.kind === 'event') {
        const { type, attributes } = row.item;
        const alarm = attributeText('alarm', attributes['alarm'] ?? null, { t, format });
        const what = type === 'alarm' ? alarm : t(`events:kind.${type}`);
        const title = attributes['late'] === true ? t('events:late', { what }) : what;
        return { title, detail: '', why: '' };
      }
      if (row.kind === 'gap') return { title: t('history:silence'), detail: length, why: '' };
      const { startReason, endReason } = row.item;
      const why = [
        startReason ? t('history:began', { reason: t(`history:reason.${startReason}`) }) : '',
        endReason ? t('history:ended', { reason: t(`history:reason.${endReason}`) }) : '',
      ];
      const places = row.kind === 'trip' ? [row.item.startAddress, row.item.endAddress] : [row.item.address];
      const place = places.filter((each) => each !== null && each !== '').join(' → ');
      const idleMs = row.kind === 'stop' ? row.item.engineHours : 0;
      const idle = idleMs >= MIN_IDLE_MS ? t('history:idle', { duration: format.duration(idleMs) }) : '';
      const more = row.kind === 'trip' ? driverOf(row) : idle;
      return {
        title: t(`history:${row.kind}`, { number: row.number }),
        detail: [length, more, place].filter((each) => each !== '').join(' · '),
        why: why.filter((each) => each !== '').join(' · '),
      };
    },
    [t, format],
  );
}
