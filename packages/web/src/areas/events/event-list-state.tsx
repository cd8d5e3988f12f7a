import { Bell, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ListLoading, ListMessage } from '../../ui/list/list-state.tsx';
import { ROW_PX } from './event-rows.tsx';

export interface EventListStateProps {
  readonly isLoading: boolean;
  readonly isNarrowed: boolean;
  readonly onReset: () => void;
}

/** What stands where the rows would be: loading, nothing found, nothing in the period. */
export function EventListState({ isLoading, isNarrowed, onReset }: EventListStateProps) {
  const { t } = useTranslation('events');
  if (isLoading) return <ListLoading rowPx={ROW_PX} />;
  return isNarrowed ? (
    <ListMessage
      icon={<SearchX strokeWidth={1.25} aria-hidden />}
      title={t('events:none.found')}
      text={t('events:none.foundText')}
      action={{ label: t('events:none.reset'), onClick: onReset }}
    />
  ) : (
    <ListMessage
      icon={<Bell strokeWidth={1.25} aria-hidden />}
      title={t('events:none.inPeriod')}
      text={t('events:none.inPeriodText')}
    />
  );
}
