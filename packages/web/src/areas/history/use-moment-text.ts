import { knotsFromKmPerHour } from '@rastro/fleet';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { rowAt, type HistoryRow } from './chronology.ts';
import { placeAt } from './track.ts';
import type { VehicleTrack } from './track-loader.ts';

export interface MomentText {
  readonly time: (at: number) => string;
  /** What the first vehicle, or that of the trip that is looked at, was doing. */
  readonly state: (at: number) => string;
  readonly all: (at: number) => string;
}

/** A moment of the past in words. */
export function useMomentText(
  tracks: readonly VehicleTrack[],
  rows: readonly HistoryRow[],
  deviceId: number | null,
): MomentText {
  const { t } = useTranslation('history');
  const format = useFormat();
  return useMemo(() => {
    const track = (tracks.find((each) => each.deviceId === deviceId) ?? tracks[0])?.track;
    const own = rows.filter((row) => row.deviceId === track?.deviceId);
    const trips = own.filter(({ kind }) => kind === 'trip').length;
    const time = (at: number): string => format.moment(at * 1000);
    const state = (at: number): string => {
      const place = track && placeAt(track, at);
      if (!place) return t('history:state.nothing');
      if (place.state === 'silent') return t('history:state.silent', { time: time(place.since) });
      if (place.state === 'standing')
        return t('history:state.standing', { duration: format.duration((at - place.since) * 1000) });
      const speed = format.speed(knotsFromKmPerHour(place.speed));
      const row = own[rowAt(own, at)];
      return row?.kind === 'trip'
        ? `${speed} · ${t('history:tripOf', { number: row.number, most: trips })}`
        : speed;
    };
    return { time, state, all: (at) => `${time(at)}, ${state(at)}` };
  }, [tracks, rows, deviceId, t, format]);
}
