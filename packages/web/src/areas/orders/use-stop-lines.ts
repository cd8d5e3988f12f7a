import { distanceIn } from '@rastro/fleet';
import type { ComparedStop, ComparedTotal, RouteComparison } from '@rastro/fleet/road-routes';
import { useTranslation } from 'react-i18next';
import { useDisplayChoices, useFormat } from '../../kernel/formats/use-format.ts';
import { useSheetValues } from '../../kernel/formats/use-sheet-values.ts';
import { dayFigure, numberFigure, type RowCell } from '../../ui/sheets/sheet-value.ts';

/** Columns that are added up; a sum says of how many stops it is. */
export const STOP_FIGURES = [
  'delay',
  'plannedWork',
  'work',
  'plannedDistance',
  'distance',
  'driving',
] as const;
export type StopFigure = (typeof STOP_FIGURES)[number];
export interface StopCell {
  readonly name: StopFigure;
  readonly cell: RowCell;
}
const SECONDS = 60;
const minutesOf = (seconds: number): number => Math.round((seconds / SECONDS) * 10) / 10;

/** Cells of stops beside their plan, the same on the screen and in files: minutes, and the reader's distances. */
export function useStopCells() {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const { distanceUnit: unit } = useDisplayChoices();
  const number = (value: number | null, digits: number): RowCell =>
    value === null ? '' : { text: format.number(value, digits), figure: numberFigure(value, digits) };
  const minutes = (seconds: number | null): RowCell =>
    number(seconds === null ? null : minutesOf(seconds), 1);
  const distance = (meters: number | null): RowCell =>
    number(meters === null ? null : Math.round(distanceIn(meters, unit) * 10) / 10, 1);
  const known = (count: number, cell: RowCell): RowCell => (count === 0 ? '' : cell);
  return {
    title: (name: StopFigure): string => t(`orders:stops.column.${name}`, { unit }),
    count: (value: number | null): RowCell => number(value, 0),
    cellsOf: (stop: ComparedStop): readonly StopCell[] => [
      { name: 'delay', cell: minutes(stop.delaySeconds) },
      { name: 'plannedWork', cell: minutes(stop.plannedWorkSeconds) },
      { name: 'work', cell: minutes(stop.workSeconds) },
      { name: 'plannedDistance', cell: distance(stop.plannedMeters) },
      { name: 'distance', cell: distance(stop.drivenMeters) },
      { name: 'driving', cell: minutes(stop.drivenSeconds) },
    ],
    totalCells: (total: ComparedTotal, stops: readonly ComparedStop[]): readonly StopCell[] => {
      const planned = stops.map(({ plannedMeters }) => plannedMeters).filter((each) => each !== null);
      const plannedMeters = planned.reduce((sum, each) => sum + each, 0);
      return [
        { name: 'delay', cell: known(total.compared, minutes(total.delaySeconds)) },
        { name: 'plannedWork', cell: known(total.worked, minutes(total.plannedWorkSeconds)) },
        { name: 'work', cell: known(total.worked, minutes(total.workSeconds)) },
        { name: 'plannedDistance', cell: known(planned.length, distance(plannedMeters)) },
        { name: 'distance', cell: known(total.measured, distance(total.drivenMeters)) },
        { name: 'driving', cell: known(total.driven, minutes(total.drivenSeconds)) },
      ];
    },
  };
}

const FIRST_TITLES = [
  'day',
  'vehicle',
  'driver',
  'planned',
  'actual',
  'customer',
  'reference',
  'address',
  'plannedAt',
  'arrivedAt',
] as const;

/** Rows of a file: each stop, and a total for each route. */
export function useStopRows(): (routes: readonly RouteComparison[]) => readonly (readonly RowCell[])[] {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const choices = useDisplayChoices();
  const sheet = useSheetValues();
  const { title, count, cellsOf, totalCells } = useStopCells();
  const rowsOf = ({ day, deviceName, driverName, stops, total }: RouteComparison) => {
    const of: readonly RowCell[] = [
      { text: format.day(day), figure: dayFigure(day, choices) },
      deviceName,
      driverName,
    ];
    return [
      ...stops.map((stop) => [
        ...of,
        count(stop.plannedPlace),
        count(stop.actualPlace),
        stop.customer,
        stop.reference,
        stop.address,
        sheet.instant(stop.plannedAt),
        sheet.instant(stop.arrivedAt),
        ...cellsOf(stop).map(({ cell }) => cell),
        t(`orders:state.${stop.state}`),
      ]),
      [
        ...of,
        '',
        '',
        t('orders:stops.total'),
        '',
        '',
        '',
        '',
        ...totalCells(total, stops).map(({ cell }) => cell),
        t('orders:stops.reached', { count: total.reached, all: total.stops }),
      ],
    ];
  };
  return (routes) => [
    [
      ...FIRST_TITLES.map((name) => t(`orders:stops.column.${name}`)),
      ...STOP_FIGURES.map(title),
      t('orders:stops.column.state'),
    ],
    ...routes.flatMap(rowsOf),
  ];
}
