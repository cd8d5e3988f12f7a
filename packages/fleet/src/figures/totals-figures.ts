import type { TotalsItem } from '../schemas/report-items.ts';
import type { Score } from '../scores/score-of.ts';
import { harshEvents, harshPer100Km, litresPer100Km, shareOf } from '../totals/totals.ts';
import type { WidgetFigure } from './figure.ts';

/** Totals of the vehicles of an overview, and those of the compared period. */
export interface ComparedTotals {
  readonly totals: TotalsItem;
  /** Undefined = not known yet. */
  readonly before: TotalsItem | undefined;
  /** Length of the period. */
  readonly lengthMs: number;
  /** Of the same vehicles, from the report of scores; null = not known yet, or not asked for. */
  readonly score: Pick<Score, 'points' | 'low' | 'high'> | null;
}
type FiguresOf = (totals: ComparedTotals) => readonly WidgetFigure[];
const compared = (value: number | null | undefined) => ({ before: value ?? null });

/** Null = no vehicle has an ignition wire. */
const engineOf = ({ engineHours }: TotalsItem): number | null => (engineHours > 0 ? engineHours : null);

const drivenFigures: FiguresOf = ({ totals, before }) => {
  const idling = shareOf(totals.idle, totals.engineHours);
  return [
    {
      isLarge: true,
      name: 'driven.distance',
      value: totals.distance,
      unit: 'distance',
      ...compared(before?.distance),
    },
    { name: 'driven.moving', value: totals.moving, unit: 'duration', ...compared(before?.moving) },
    {
      name: 'driven.engine',
      value: engineOf(totals),
      unit: 'duration',
      ...compared(before && engineOf(before)),
    },
    {
      name: 'driven.idle',
      // Without an ignition wire there is no idling: not known, which is not none.
      value: idling === null ? null : totals.idle,
      unit: 'duration',
      ...compared(before && engineOf(before) && before.idle),
      lessIsBetter: true,
      ...(idling !== null && {
        note: { name: 'driven.idleShare', values: { share: { value: idling, unit: 'share' } } },
      }),
    },
  ];
};

const useFigures: FiguresOf = ({ totals, before, lengthMs }) => {
  // Without an ignition wire the engine is not known; the vehicle drove all the same.
  const usedMs = Math.max(totals.engineHours, totals.moving);
  return [
    {
      isLarge: true,
      name: 'use.vehicles',
      value: shareOf(totals.used, totals.vehicles),
      unit: 'share',
      ...compared(before && shareOf(before.used, before.vehicles)),
      note: {
        name: 'use.of',
        values: {
          used: { value: totals.used, unit: 'count' },
          vehicles: { value: totals.vehicles, unit: 'count' },
        },
      },
    },
    {
      isLarge: true,
      name: 'use.hours',
      value: shareOf(usedMs, totals.vehicles * lengthMs),
      unit: 'share',
      note: { name: 'use.ofHours', values: {} },
    },
  ];
};

const fuelFigures: FiguresOf = ({ totals, before }) => [
  { isLarge: true, name: 'fuel.used', value: totals.fuelMl, unit: 'volume', ...compared(before?.fuelMl) },
  {
    name: 'fuel.rate',
    value: litresPer100Km(totals),
    unit: 'rate',
    ...compared(before && litresPer100Km(before)),
    lessIsBetter: true,
    note: { name: 'fuel.of', values: { distance: { value: totals.fuelDistance, unit: 'distance' } } },
  },
  { name: 'fuel.cost', value: totals.costCents, unit: 'money', ...compared(before?.costCents) },
  {
    name: 'fuel.drained',
    value: totals.drainedMl,
    unit: 'volume',
    ...compared(before?.drainedMl),
    lessIsBetter: true,
    ...(totals.drainedMl > 0 && { tone: 'bad' }),
  },
];

const safetyFigures: FiguresOf = ({ totals, before, score }) => {
  const speeding = shareOf(totals.overspeed, totals.moving);
  return [
    {
      isLarge: true,
      name: 'safety.score',
      value: score?.points ?? null,
      unit: 'points',
      ...(score && {
        note:
          score.points === null
            ? { name: 'safety.notEnough', values: {} }
            : {
                name: 'safety.range',
                values: {
                  low: { value: score.low, unit: 'points' },
                  high: { value: score.high, unit: 'points' },
                },
              },
      }),
    },
    {
      name: 'safety.rate',
      value: harshPer100Km(totals),
      unit: 'rate',
      ...compared(before && harshPer100Km(before)),
      lessIsBetter: true,
      note: { name: 'safety.known', values: { distance: { value: totals.watched, unit: 'distance' } } },
    },
    {
      name: 'safety.events',
      value: totals.watched > 0 ? harshEvents(totals) : null,
      unit: 'count',
    },
    {
      name: 'safety.speeding',
      value: totals.overspeed,
      unit: 'duration',
      ...compared(before?.overspeed),
      lessIsBetter: true,
      ...(speeding !== null && {
        note: { name: 'safety.ofDriving', values: { share: { value: speeding, unit: 'share' } } },
      }),
    },
    { name: 'safety.longDrives', value: totals.longDrives, unit: 'count' },
    { name: 'safety.night', value: totals.night, unit: 'duration' },
  ];
};

/** Widgets whose figures come from totals alone. */
export const TOTALS_FIGURES = {
  driven: drivenFigures,
  use: useFigures,
  fuel: fuelFigures,
  safety: safetyFigures,
} as const satisfies Readonly<Record<string, FiguresOf>>;

/** Nobody has reported fuel, and no vehicle has a rate of its own. */
export const hasNoFuel = ({ fuelMl, drainedMl }: TotalsItem): boolean => fuelMl === 0 && drainedMl === 0;
