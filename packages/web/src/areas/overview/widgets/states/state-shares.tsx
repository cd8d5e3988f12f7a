import { FIGURE_STATES, type StateCounts } from '@rastro/fleet/figures';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { Shares } from '../../../../ui/marks/shares.tsx';

const TONES = { moving: 'good', stopped: 'plain', offline: 'bad', unknown: 'quiet' } as const;

/** Parts of the fleet by state. */
export function StateShares({ counts }: { readonly counts: StateCounts }) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const parts = FIGURE_STATES.map((state) => ({ value: counts[state], tone: TONES[state] }));
  const sentence = FIGURE_STATES.map(
    (state) => `${t(`overview:state.${state}`)}: ${format.number(counts[state])}`,
  ).join(', ');
  return <Shares parts={parts} label={sentence} />;
}
