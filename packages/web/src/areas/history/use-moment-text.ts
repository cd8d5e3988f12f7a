import { knotsFromKmPerHour } from '@rastro/fleet';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { rowAt, type HistoryRow } from './chronology.ts';
import { measuredAt } from './measured.ts';
import { placeAt } from './track.ts';
import type { VehicleTrack } from './track-loader.ts';
import { useMeasureText } from './use-measure-text.ts';

export interface MomentText {
  readonly time: (at: number) => string;
  /** State of the first vehicle, or of the one whose trip is in focus. */
  readonly state: (at: number) => string;
  readonly all: (at: number) => string;
}

export interface MomentOf {
  readonly tracks: readonly VehicleTrack[];
  readonly rows: readonly HistoryRow[];
  readonly deviceId: number | null;
  /** Value shown by the colors and the second curve. */
  readonly measure: string | null;
  readonly curve: string | null;
}

/** A moment of the past in words. */
export function useMomentText({ tracks, rows, deviceId, measure, curve }: MomentOf): MomentText {
  const { t } = useTranslation('history');
  const format = useFormat();
  const { name: measureName, value: measureValue } = useMeasureText();
  return useMemo(() => {
    const track = (tracks.find((each) => each.deviceId === deviceId) ?? tracks[0])?.track;
    const own = rows.filter((row) => row.deviceId === track?.deviceId);
    const trips = own.filter(({ kind }) => kind === 'trip').length;
    const time = (at: number): string => format.moment(at * 1000);
    const names = [...new Set([measure, curve])].filter((each) => each !== null);
    const measured = (at: number): readonly string[] =>
      names.flatMap((each) => {
        const value = track ? measuredAt(track, each, at) : null;
        return value === null ? [] : [`${measureName(each)} ${measureValue(each, value)}`];
      });
    const going = (at: number): string => {
      const place = track && placeAt(track, at);
      if (!place) return t('history:state.nothing');
      if (place.state === 'gap') return t('history:state.silent', { time: time(place.since) });
      const row = own[rowAt(own, at)];
      if (place.state === 'stopped') {
        // A track begins with the period; the stop knows of the evening before.
        const since = row?.kind === 'stop' ? Math.min(row.from, place.since) : place.since;
        return t('history:state.standing', { duration: format.duration((at - since) * 1000) });
      }
      const speed = format.speed(knotsFromKmPerHour(place.speed));
      return row?.kind === 'trip'
        ? `${speed} · ${t('history:tripOf', { number: row.number, most: trips })}`
        : speed;
    };
    const state = (at: number): string => [going(at), ...measured(at)].join(' · ');
    return { time, state, all: (at) => `${time(at)}, ${state(at)}` };
  }, [tracks, rows, deviceId, measure, curve, measureName, measureValue, t, format]);
}
