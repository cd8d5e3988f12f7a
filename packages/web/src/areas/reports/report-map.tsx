import { useComputedColorScheme } from '@mantine/core';
import type { LatLng, Position } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useFleet } from '../../kernel/fleet/fleet-context.tsx';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useTrackScene } from '../../kernel/map/use-track-scene.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import type { ReportKind } from './kinds/report-kind.ts';
import { boxOf, MAX_MARKERS, reportMarkers } from './report-markers.ts';
import type { ReportRow } from './report-row.ts';
import { useCellText } from './use-cell-text.ts';

export interface ReportMapProps {
  readonly kind: ReportKind & { readonly marker: NonNullable<ReportKind['marker']> };
  /** In the order of the table: the first ones are shown. */
  readonly rows: readonly ReportRow[];
  readonly onPick: (row: ReportRow) => void;
}

/** The rows of a report on the map, for as long as it is mounted. */
export function ReportMap({ kind, rows, onPick }: ReportMapProps) {
  const scheme = useComputedColorScheme('light');
  const format = useFormat();
  const cellText = useCellText();
  const places = usePlaces(rows);
  const vehicles = useVehiclePlaces(rows, kind.marker === 'vehicle');
  const scene = useTrackScene({
    scheme,
    onMarker: (key) => {
      const row = rows[Number(key)];
      if (row !== undefined) onPick(row);
    },
  });
  const { marker, columns } = kind;
  const markers = useMemo(() => {
    const event = columns.findIndex(({ form }) => form === 'event');
    return reportMarkers(rows, marker, {
      placeOf: ({ positionId, deviceId }) => places.get(positionId) ?? vehicles.get(deviceId) ?? null,
      label: ({ from, to, cells, deviceName }) => {
        if (marker === 'vehicle') return deviceName;
        if (event !== -1) return cellText('event', cells[event] ?? null);
        return from === null || to === null || to === from ? '' : format.duration(to - from);
      },
    });
  }, [rows, marker, columns, places, vehicles, cellText, format]);
  useEffect(() => scene?.setStyle('vehicle', scheme), [scene, scheme]);
  useEffect(() => {
    scene?.setMarkers(markers);
    const box = boxOf(markers);
    if (box !== null) scene?.fit(box);
  }, [scene, markers]);
  return null;
}

/** Last positions of the vehicles of rows without a place. */
function useVehiclePlaces(rows: readonly ReportRow[], isWanted: boolean): ReadonlyMap<number, LatLng> {
  const fleet = useFleet();
  const [places, setPlaces] = useState<ReadonlyMap<number, LatLng>>(NOWHERE);
  useEffect(() => {
    if (!isWanted || fleet === null) return undefined;
    let isStale = false;
    const ids = [...new Set(rows.map(({ deviceId }) => deviceId))].slice(0, MAX_MARKERS);
    void fleet.read(ids).then((vehicles) => {
      if (isStale) return;
      setPlaces(
        new Map(
          vehicles.flatMap(({ device, position }) => (position === null ? [] : [[device.id, position]])),
        ),
      );
    });
    return () => {
      isStale = true;
    };
  }, [fleet, rows, isWanted]);
  return places;
}

const NOWHERE: ReadonlyMap<number, Position> = new Map();

/** Locations of rows that only have a position id. */
function usePlaces(rows: readonly ReportRow[]): ReadonlyMap<number, Position> {
  const { client } = useServices();
  const ids = useMemo(
    () =>
      rows
        .slice(0, MAX_MARKERS)
        .filter(({ place, positionId }) => place === null && positionId > 0)
        .map(({ positionId }) => positionId),
    [rows],
  );
  const { data } = useQuery({
    queryKey: ['reports', 'places', ids],
    enabled: ids.length > 0,
    queryFn: async ({ signal }) => {
      const found = valueOf(await client.positions.byIds(ids, signal));
      return new Map(found.map((position) => [position.id, position]));
    },
  });
  return data ?? NOWHERE;
}
