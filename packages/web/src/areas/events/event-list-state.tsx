import { Bell } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ListView } from '../../ui/list/list-view.tsx';
import { ROW_PX } from './event-rows.tsx';

export interface EventListStateProps {
  /** undefined = not known yet. */
  readonly count: number | undefined;
  readonly isNarrowed: boolean;
  readonly onReset: () => void;
  /** The rows. */
  readonly children: ReactNode;
}

/** The rows, or what stands where they would be: loading, nothing found, nothing in the period. */
export function EventListState({ count, isNarrowed, onReset, children }: EventListStateProps) {
  const { t } = useTranslation('events');
  return (
    <ListView
      count={count}
      rowPx={ROW_PX}
      failure={null}
      empty={{ icon: Bell, title: t('events:none.inPeriod'), text: t('events:none.inPeriodText') }}
      notFound={
        isNarrowed
          ? {
              title: t('events:none.found'),
              text: t('events:none.foundText'),
              reset: t('events:none.reset'),
              onReset,
            }
          : null
      }
    >
      {children}
    </ListView>
  );
}
