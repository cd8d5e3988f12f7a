import type { UseQueryResult } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ListLoading, ListMessage } from '../../ui/list/list-state.tsx';
import { useListFailure } from './use-list-failure.ts';

export interface LoadedProps<T> {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  /** Title when it could not be loaded. */
  readonly failed: string;
  /** Height of the ghosts. */
  readonly rowPx?: number;
  readonly children: (data: NonNullable<T>) => ReactNode;
}

/** The data of the server; before that rows of ghosts, or why they did not come. */
export function Loaded<T>({ query, failed, rowPx = 48, children }: LoadedProps<T>) {
  const { t } = useTranslation('common');
  const failure = useListFailure(query, failed);
  const { data } = query;
  if (data !== undefined && data !== null) return children(data);
  if (failure === null) return <ListLoading rowPx={rowPx} />;
  return (
    <ListMessage
      role="alert"
      icon={<CloudOff strokeWidth={1.25} aria-hidden />}
      title={failure.title}
      text={failure.text}
      action={{ label: t('common:list.retry'), onClick: failure.onRetry }}
    />
  );
}
