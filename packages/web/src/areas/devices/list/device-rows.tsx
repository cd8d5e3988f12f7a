import { Check } from 'lucide-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeviceSelection } from '../../../kernel/fleet/device-selection.tsx';
import { useDriversNow } from '../../../kernel/queries/use-drivers-now.ts';
import { useDriverNames } from '../../../kernel/queries/use-driver-names.ts';
import { ListBox, type ListBoxHandle } from '../../../ui/list/list-box.tsx';
import { useNow } from '../../../ui/use-now.ts';
import styles from './device-list.module.css';
import { DeviceRow } from './device-row.tsx';
import { ROW_PX, useDensity } from './use-density.ts';
import { useDriverLine } from './use-driver-line.ts';

export interface DeviceRowsProps {
  readonly ref?: Ref<ListBoxHandle>;
  readonly ids: Int32Array;
  readonly selectedId: number | null;
  readonly onOpen: (id: number) => void;
}

const SINCE_MS = 30_000;

/** The vehicles of the list; each row watches its own vehicle. While one chooses, a press chooses. */
export function DeviceRows({ ref, ids, selectedId, onOpen }: DeviceRowsProps) {
  const { t } = useTranslation('devices');
  const now = useNow(SINCE_MS);
  const { density } = useDensity();
  const { isVisible } = useDriverLine();
  const drivers = useDriverNames(isVisible);
  const driversNow = useDriversNow(isVisible);
  const { isOn, ids: chosen, toggle } = useDeviceSelection();
  return (
    <ListBox
      {...(ref === undefined ? {} : { ref })}
      label={t('devices:list.label')}
      prefix="device"
      keys={ids}
      rowPx={ROW_PX[density]}
      selectedKey={selectedId}
      onOpen={isOn ? (id) => toggle(id, null) : onOpen}
      {...(isOn && {
        choice: {
          has: (id: number) => chosen.has(id),
          toggle: (id: number, isRange: boolean) => toggle(id, isRange ? { order: ids } : null),
        },
      })}
    >
      {(id) => (
        <>
          {isOn && (
            <span className={styles.check} data-checked={chosen.has(id)} aria-hidden>
              {chosen.has(id) && <Check size={14} strokeWidth={3} />}
            </span>
          )}
          <DeviceRow
            id={id}
            now={now}
            density={density}
            drivers={isVisible ? drivers : null}
            checkedIn={driversNow.get(id)?.driverName ?? null}
          />
        </>
      )}
    </ListBox>
  );
}
