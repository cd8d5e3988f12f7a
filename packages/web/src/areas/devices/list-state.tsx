import { CloudOff, SearchX, Truck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useConnection, useFleet } from '../../kernel/fleet/fleet-context.tsx';
import type { ListSnapshot } from '../../live/fleet.ts';
import { ListLoading, ListMessage } from '../../ui/list/list-state.tsx';
import { ROW_PX } from './device-rows.tsx';

export interface ListStateProps {
  readonly list: ListSnapshot;
  readonly isNarrowed: boolean;
  readonly onReset: () => void;
}

/** What stands where the rows would be: loading, failed, nothing there, nothing found. */
export function ListState({ list, isNarrowed, onReset }: ListStateProps) {
  const { t } = useTranslation('devices');
  const fleet = useFleet();
  const { state: connection } = useConnection();

  if (!list.loaded && connection === 'waiting') {
    return (
      <ListMessage
        role="alert"
        icon={<CloudOff strokeWidth={1.25} aria-hidden />}
        title={t('devices:list.failed')}
        text={t('devices:list.failedText')}
        action={{ label: t('common:list.retry'), onClick: () => fleet?.refresh() }}
      />
    );
  }
  if (!list.loaded) return <ListLoading rowPx={ROW_PX} />;
  return isNarrowed ? (
    <ListMessage
      icon={<SearchX strokeWidth={1.25} aria-hidden />}
      title={t('devices:list.none')}
      text={t('devices:list.noneText')}
      action={{ label: t('devices:list.reset'), onClick: onReset }}
    />
  ) : (
    <ListMessage
      icon={<Truck strokeWidth={1.25} aria-hidden />}
      title={t('devices:list.empty')}
      text={t('devices:list.emptyText')}
    />
  );
}
