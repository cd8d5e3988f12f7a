import { CloudOff, SearchX, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ListLoading, ListMessage } from './list-state.tsx';

export interface ListViewProps {
  /** Number of rows; undefined = not known yet. */
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
    /** Action that creates the first one. */
    readonly action?: { readonly label: string; readonly onClick: () => void };
  };
  /** Message when nothing matches, and the button to reset; null = no filter is active. */
  readonly notFound: {
    readonly title: string;
    readonly text: string;
    /** Label of the reset button; absent = clear the search. */
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
