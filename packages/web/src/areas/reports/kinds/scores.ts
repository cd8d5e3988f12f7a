import type { ScoreItem } from '@rastro/fleet';
import { Medal } from 'lucide-react';
import { defineKind } from './report-kind.ts';
import { LINE_NAME } from './shared-columns.ts';

/** Sums have no time of their own. */
const NO_SPAN = [null, null] as const;

/** Points that a kind cost; null = it does not count, or there is no score. */
const lost =
  (kind: ScoreItem['parts'][number]['kind']) =>
  ({ gap, parts }: ScoreItem): number | null => {
    const part = parts.find((each) => each.kind === kind);
    return gap === null && part?.state === 'counted' ? part.lost : null;
  };

export const scores = defineKind({
  type: 'scores',
  path: 'scores',
  icon: Medal,
  filters: ['by', 'driver'],
  lead: ['score', 'distance'],
  marker: 'vehicle',
  span: () => NO_SPAN,
  columns: [
    LINE_NAME,
    { id: 'score', form: 'number', value: ({ points }) => points },
    { id: 'scoreLow', form: 'number', value: ({ low }) => low },
    { id: 'scoreHigh', form: 'number', value: ({ high }) => high },
    { id: 'distance', form: 'distance', total: 'sum', value: ({ sums }) => sums.distance },
    { id: 'moving', form: 'duration', total: 'sum', value: ({ sums }) => sums.moving },
    { id: 'lostSpeeding', form: 'number', value: lost('speeding') },
    { id: 'lostBraking', form: 'number', value: lost('braking') },
    { id: 'lostCornering', form: 'number', value: lost('cornering') },
    { id: 'lostAcceleration', form: 'number', value: lost('acceleration') },
    { id: 'lostLongDrive', form: 'number', value: lost('longDrive') },
    { id: 'lostNight', form: 'number', value: lost('night') },
    { id: 'lostIdling', form: 'number', value: lost('idling') },
    { id: 'lostOffHours', form: 'number', value: lost('offHours') },
    { id: 'lostBelt', form: 'number', isExtra: true, value: lost('belt') },
    { id: 'lostPhone', form: 'number', isExtra: true, value: lost('phone') },
    { id: 'scoreGap', form: 'word', value: ({ gap }) => (gap === null ? null : `gap.${gap}`) },
  ],
});
