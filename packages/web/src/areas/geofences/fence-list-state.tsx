import type { UseQueryResult } from '@tanstack/react-query';
import { Anchor, CloudOff, Hexagon, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { failureIn } from '../../kernel/queries/query-client.ts';
import { ListLoading, ListMessage } from '../../ui/list/list-state.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import type { FenceKind } from './fence-list.ts';
import { ROW_PX } from './fence-rows.tsx';

export interface FenceListStateProps {
  readonly fences: UseQueryResult<unknown>;
  readonly kind: FenceKind;
  readonly isNarrowed: boolean;
  readonly onReset: () => void;
}

/** What stands where the rows would be: loading, failed, nothing found, nothing there. */
export function FenceListState({ fences, kind, isNarrowed, onReset }: FenceListStateProps) {
  const { t } = useTranslation('geofences');
  const failureText = useFailureText();
  if (fences.data === undefined && fences.error !== null) {
    return (
      <ListMessage
        role="alert"
        icon={<CloudOff strokeWidth={1.25} aria-hidden />}
        title={t('geofences:failed')}
        text={failureText(failureIn(fences.error))}
        action={{ label: t('common:list.retry'), onClick: () => void fences.refetch() }}
      />
    );
  }
  if (fences.data === undefined) return <ListLoading rowPx={ROW_PX} />;
  if (isNarrowed) {
    return (
      <ListMessage
        icon={<SearchX strokeWidth={1.25} aria-hidden />}
        title={t('geofences:notFound')}
        text={t('geofences:notFoundText')}
        action={{ label: t('common:list.clear'), onClick: onReset }}
      />
    );
  }
  const Icon = kind === 'anchors' ? Anchor : Hexagon;
  return (
    <ListMessage
      icon={<Icon strokeWidth={1.25} aria-hidden />}
      title={t(`geofences:empty.${kind}`)}
      text={t(`geofences:emptyText.${kind}`)}
    />
  );
}
