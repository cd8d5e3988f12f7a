import { CloudOff, SearchX, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ListLoading, ListMessage } from './list-state.tsx';

export interface ListViewProps {
  /** How many rows there are; undefined = not known yet. */
  readonly count: number | undefined;
  /** Height of the rows that are on their way. */
  readonly rowPx: number;
  /** Why nothing is known; null = it is still on its way. */
  readonly failure: { readonly title: string; readonly text: string; readonly onRetry: () => void } | null;
  /** There is nothing at all. */
  readonly empty: {
    readonly icon: LucideIcon;
    readonly title: string;
    readonly text: string;
    /** How the first one comes here. */
    readonly action?: { readonly label: string; readonly onClick: () => void };
  };
  /** What is searched for is not there, and the way out; null = nothing narrows the list. */
  readonly notFound: {
    readonly title: string;
    readonly text: string;
    /** What the way out says; absent = clear the search. */
    readonly reset?: string;
    readonly onReset: () => void;
  } | null;
  /** The rows. */
  readonly children: ReactNode;
}

const STROKE = 1.25;

/** The rows of a list, or what stands where they would be: on their way, failed, nothing there, nothing found. */
export function ListView({ count, rowPx, failure, empty, notFound, children }: ListViewProps) {
  const { t } = useTranslation('common');
  if (count === undefined && failure === null) return <ListLoading rowPx={rowPx} />;
  if (count === undefined && failure !== null) {
    return (
      <ListMessage
        role="alert"
        icon={<CloudOff strokeWidth={STROKE} aria-hidden />}
        title={failure.title}
        text={failure.text}
        action={{ label: t('common:list.retry'), onClick: failure.onRetry }}
      />
    );
  }
  if (count !== 0) return children;
  if (notFound !== null) {
    return (
      <ListMessage
        icon={<SearchX strokeWidth={STROKE} aria-hidden />}
        title={notFound.title}
        text={notFound.text}
        action={{ label: notFound.reset ?? t('common:list.clear'), onClick: notFound.onReset }}
      />
    );
  }
  const Icon = empty.icon;
  return (
    <ListMessage
      icon={<Icon strokeWidth={STROKE} aria-hidden />}
      title={empty.title}
      text={empty.text}
      {...(empty.action && { action: empty.action })}
    />
  );
}
