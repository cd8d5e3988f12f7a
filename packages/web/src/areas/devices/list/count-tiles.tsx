import { COMBINED_FILTERS, type CombinedFilter } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import type { FleetCounts } from '../../../live/fleet.ts';
import { CountTile } from '../../../ui/count-tile.tsx';
import styles from './count-tiles.module.css';

export interface CountTilesProps {
  readonly counts: FleetCounts;
  readonly loaded: boolean;
  readonly filter: CombinedFilter;
  readonly onFilter: (filter: CombinedFilter) => void;
}

/** Number of vehicles in each state; each number is also the filter for it. */
export function CountTiles({ counts, loaded, filter, onFilter }: CountTilesProps) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  return (
    <div className={styles.tiles} role="group" aria-label={t('devices:filter.label')}>
      {COMBINED_FILTERS.map((name) => (
        <CountTile
          key={name}
          data-filter={name}
          count={loaded ? format.number(countOf(counts, name)) : '–'}
          label={t(`devices:filter.${name}`)}
          isChosen={filter === name}
          onClick={() => onFilter(filter === name ? 'all' : name)}
        />
      ))}
    </div>
  );
}

function countOf(counts: FleetCounts, filter: CombinedFilter): number {
  return filter === 'all' ? counts.total : counts[filter];
}
