import { Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Anchor, CloudOff, Hexagon, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureIn } from '../../app/query-client.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './fence-list.module.css';
import type { FenceKind } from './fence-list.ts';

export interface FenceListStateProps {
  readonly fences: UseQueryResult<unknown>;
  readonly kind: FenceKind;
  readonly isNarrowed: boolean;
  readonly onReset: () => void;
}

const GHOSTS = 8;

/** What stands where the rows would be: loading, failed, nothing found, nothing there. */
export function FenceListState({ fences, kind, isNarrowed, onReset }: FenceListStateProps) {
  const { t } = useTranslation('geofences');
  const failureText = useFailureText();
  if (fences.data === undefined && fences.error !== null) {
    return (
      <Message
        role="alert"
        icon={<CloudOff className={styles.messageIcon} strokeWidth={1.25} aria-hidden />}
        title={t('geofences:failed')}
        text={failureText(failureIn(fences.error))}
        action={{ label: t('geofences:retry'), onClick: () => void fences.refetch() }}
      />
    );
  }
  if (fences.data === undefined) {
    return (
      <div className={styles.loading} role="status" aria-busy="true" aria-label={t('common:loading')}>
        {Array.from({ length: GHOSTS }, (_, index) => (
          <div key={index} className={styles.ghost}>
            <Skeleton circle height={22} />
            <Skeleton height={11} width={`${65 - ((index * 13) % 35)}%`} />
          </div>
        ))}
      </div>
    );
  }
  if (isNarrowed) {
    return (
      <Message
        icon={<SearchX className={styles.messageIcon} strokeWidth={1.25} aria-hidden />}
        title={t('geofences:notFound')}
        text={t('geofences:notFoundText')}
        action={{ label: t('geofences:clear'), onClick: onReset }}
      />
    );
  }
  const Icon = kind === 'anchors' ? Anchor : Hexagon;
  return (
    <Message
      icon={<Icon className={styles.messageIcon} strokeWidth={1.25} aria-hidden />}
      title={t(`geofences:empty.${kind}`)}
      text={t(`geofences:emptyText.${kind}`)}
    />
  );
}

interface MessageProps {
  readonly role?: 'alert';
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly action?: { readonly label: string; readonly onClick: () => void };
}
function Message({ role, icon, title, text, action }: MessageProps) {
  return (
    <div className={styles.message} {...(role === undefined ? {} : { role })}>
      {icon}
      <h2 className={styles.messageTitle}>{title}</h2>
      <p className={styles.messageText}>{text}</p>
      {action !== undefined && (
        <Button variant="default" size="xs" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
    </div>
  );
}
