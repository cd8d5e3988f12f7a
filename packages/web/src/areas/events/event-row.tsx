import { ActionIcon } from '@mantine/core';
import { severityOf, type Acknowledgement, type EventItem } from '@rastro/fleet';
import { Check, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { eventPath } from './event-path.ts';
import { EventCircumstances } from './event-circumstances.tsx';
import { eventText } from './event-text.ts';
import styles from './events-panel.module.css';
import { SeverityIcon } from './severity-icon.tsx';

export interface EventRowProps {
  readonly event: EventItem;
  /** Of the vehicle; undefined = not known yet, or deleted since. */
  readonly name: string | undefined;
  readonly isDone: boolean;
  /** User who acknowledged an alarm; that cannot be undone. */
  readonly by: Acknowledgement | null;
  readonly isVisible: boolean;
  readonly onDone: (isDone: boolean) => void;
  readonly onShow: () => void;
}

/** One event: shows its place, opens its vehicle, and is acknowledged. */
export function EventRow({ event, name, isDone, by, isVisible, onDone, onShow }: EventRowProps) {
  const { t } = useTranslation(['devices', 'attributes', 'events', 'alarms']);
  const format = useFormat();
  const vehicle = name ?? `${t('devices:panel.title')} ${event.deviceId}`;
  const seenTo = by && t('alarms:by', { name: by.userName, time: format.moment(Date.parse(by.time)) });
  return (
    <div className={styles.row} data-done={isDone} data-shown={isVisible} data-severity={severityOf(event)}>
      <SeverityIcon event={event} />
      <button
        type="button"
        className={styles.what}
        aria-pressed={isVisible}
        disabled={event.positionId === 0}
        onClick={onShow}
      >
        <span className={styles.name}>
          {vehicle}
          {seenTo !== null && <span className={styles.seenTo}> · {seenTo}</span>}
        </span>
        <span className={styles.detail}>
          <span className={styles.kind}>{eventText(event, { t, format })}</span>
          <time dateTime={event.eventTime}>{format.moment(Date.parse(event.eventTime))}</time>
        </span>
        <EventCircumstances event={event} />
      </button>
      <ActionIcon
        variant={isDone ? 'light' : 'subtle'}
        color={isDone ? 'brand' : 'gray'}
        size={32}
        aria-pressed={isDone}
        aria-label={t('events:acknowledge.one', { name: vehicle })}
        title={seenTo ?? t('events:acknowledge.hint')}
        disabled={by !== null}
        onClick={() => onDone(!isDone)}
      >
        <Check size={17} aria-hidden />
      </ActionIcon>
      <Link
        className={styles.open ?? ''}
        to={eventPath(event)}
        aria-label={t('events:open', { name: vehicle })}
        title={t('events:open', { name: vehicle })}
      >
        <ChevronRight size={18} aria-hidden />
      </Link>
    </div>
  );
}
