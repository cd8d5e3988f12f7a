import type { Device } from '@rastro/fleet';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { CountTile } from '../../ui/count-tile.tsx';
import styles from './stock.module.css';
import { stateOf, STOCK_STATES, useStateName, type StockState } from './use-stock.ts';

export interface StockTilesProps {
  readonly devices: readonly Device[] | undefined;
  /** The state that is shown; null = all. */
  readonly only: string | null;
  readonly onOnly: (state: StockState | null) => void;
}

/** Number of trackers in each place; each number is also the filter for it. */
export function StockTiles({ devices, only, onOnly }: StockTilesProps) {
  const { t } = useTranslation('stock');
  const format = useFormat();
  const stateName = useStateName();
  const counts = useMemo(() => {
    const found = new Map<StockState, number>();
    for (const device of devices ?? []) found.set(stateOf(device), (found.get(stateOf(device)) ?? 0) + 1);
    return found;
  }, [devices]);
  return (
    <div className={styles.tiles} role="group" aria-label={t('stock:states')}>
      {STOCK_STATES.map((state) => (
        <CountTile
          key={state}
          count={devices === undefined ? '–' : format.number(counts.get(state) ?? 0)}
          label={stateName(state)}
          isChosen={only === state}
          onClick={() => onOnly(only === state ? null : state)}
        />
      ))}
    </div>
  );
}
