import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { ListBox, type ListBoxHandle } from '../../ui/list/list-box.tsx';
import { useNow } from '../../ui/use-now.ts';
import { DeviceRow } from './device-row.tsx';

export interface DeviceRowsProps {
  readonly ref?: Ref<ListBoxHandle>;
  readonly ids: Int32Array;
  readonly selectedId: number | null;
  readonly onOpen: (id: number) => void;
}

export const ROW_PX = 60;
const SINCE_MS = 30_000;

/** The vehicles of the list; each row watches its own vehicle. */
export function DeviceRows({ ref, ids, selectedId, onOpen }: DeviceRowsProps) {
  const { t } = useTranslation('devices');
  const now = useNow(SINCE_MS);
  return (
    <ListBox
      {...(ref === undefined ? {} : { ref })}
      label={t('devices:list.label')}
      prefix="device"
      keys={ids}
      rowPx={ROW_PX}
      selectedKey={selectedId}
      onOpen={onOpen}
    >
      {(id) => <DeviceRow id={id} now={now} />}
    </ListBox>
  );
}
