import { Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useConnection, useFleet } from '../../../kernel/fleet/fleet-context.tsx';
import type { ListSnapshot } from '../../../live/fleet.ts';
import { ListView } from '../../../ui/list/list-view.tsx';
import { ROW_PX, useDensity } from './use-density.ts';
import { useDeviceRights } from '../rights/use-device-rights.ts';

export interface ListStateProps {
  readonly list: ListSnapshot;
  readonly isNarrowed: boolean;
  /** The filters were restored from the last visit. */
  readonly isRestored: boolean;
  readonly onReset: () => void;
  /** The rows. */
  readonly children: ReactNode;
}

/** The rows, or what stands where they would be: loading, failed, nothing there, nothing found. */
export function ListState({ list, isNarrowed, isRestored, onReset, children }: ListStateProps) {
  const { t } = useTranslation('devices');
  const fleet = useFleet();
  const { state: connection } = useConnection();
  const { density } = useDensity();
  const { mayCreate } = useDeviceRights();
  const navigate = useNavigate();
  return (
    <ListView
      count={list.loaded ? list.ids.length : undefined}
      rowPx={ROW_PX[density]}
      failure={
        connection === 'waiting'
          ? {
              title: t('devices:list.failed'),
              text: t('devices:list.failedText'),
              onRetry: () => fleet?.refresh(),
            }
          : null
      }
      empty={{
        icon: Truck,
        title: t('devices:list.empty'),
        text: t(mayCreate ? 'devices:list.firstText' : 'devices:list.emptyText'),
        ...(mayCreate && {
          action: { label: t('devices:list.first'), onClick: () => void navigate('/devices/new') },
        }),
      }}
      notFound={
        isNarrowed
          ? {
              title: t('devices:list.none'),
              text: t(isRestored ? 'devices:list.keptText' : 'devices:list.noneText'),
              reset: t('devices:list.reset'),
              onReset,
            }
          : null
      }
    >
      {children}
    </ListView>
  );
}
