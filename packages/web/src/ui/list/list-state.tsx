import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './list.module.css';

export interface ListMessageProps {
  /** Something went wrong: read out at once. */
  readonly role?: 'alert';
  /** A line icon; its size and color are those of the message. */
  readonly icon?: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly action?: { readonly label: string; readonly onClick: () => void };
}

/** Message in place of the rows: failed, empty, or nothing found. */
export function ListMessage({ role, icon, title, text, action }: ListMessageProps) {
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

const GHOSTS = 8;
const USUAL_PX = 64;

/** Rows that are on their way. */
export function ListLoading({ rowPx = USUAL_PX }: { readonly rowPx?: number }) {
  const { t } = useTranslation('common');
  return (
    <div className={styles.loading} aria-busy="true" aria-label={t('common:loading')} role="status">
      {Array.from({ length: GHOSTS }, (_, index) => (
        <div key={index} className={styles.ghost} style={{ height: rowPx }}>
          <Skeleton circle height={28} />
          <div className={styles.ghostText}>
            <Skeleton height={11} width={`${70 - ((index * 13) % 35)}%`} />
            <Skeleton height={9} width={`${45 - ((index * 7) % 20)}%`} />
          </div>
        </div>
      ))}
    </div>
  );
}
