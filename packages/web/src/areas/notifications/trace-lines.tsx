import type { NotificationTrace, TracedChannel, TracedEvent, TracedRule } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { Line, Lines } from '../../ui/list/lines.tsx';
import styles from './notifications.module.css';
import { useReasonText } from './use-reason-text.ts';
import { useChannelName } from './use-rules.ts';

/** Obstacles for all events first, then each event with the rules that were checked against it. */
export function TraceLines({
  trace: { reasons, events, from, to, isCut },
}: {
  readonly trace: NotificationTrace;
}) {
  const { t } = useTranslation('notifications');
  const format = useFormat();
  const reasonText = useReasonText();
  const period = {
    from: format.dateTime(Date.parse(from)),
    to: format.dateTime(Date.parse(to)),
  };
  return (
    <>
      {reasons.map((reason) => (
        <p key={reason} className={styles.why} role="status">
          {reasonText(reason, period)}
        </p>
      ))}
      {isCut && <p className={styles.reach}>{t('notifications:why.cut', { count: events.length })}</p>}
      {events.length > 0 && (
        <Lines label={t('notifications:why.answer')}>
          {events.map((event) => (
            <EventLine key={event.id} event={event} />
          ))}
        </Lines>
      )}
    </>
  );
}

function EventLine({ event: { type, alarm, eventTime, reasons, rules } }: { readonly event: TracedEvent }) {
  const { t } = useTranslation(['events', 'attributes']);
  const format = useFormat();
  const reasonText = useReasonText();
  const kind = t(`events:kind.${type}`);
  const what = alarm === null || alarm === '' ? kind : `${kind}: ${t(`attributes:alarm.${alarm}`, alarm)}`;
  return (
    <Line head={{ what, at: eventTime, when: format.dateTime(Date.parse(eventTime)) }}>
      {reasons.map((reason) => (
        <span key={reason} className={styles.why}>
          {reasonText(reason)}
        </span>
      ))}
      {rules.map((rule) => (
        <RuleLines key={rule.notificationId} rule={rule} />
      ))}
    </Line>
  );
}

function RuleLines({ rule }: { readonly rule: TracedRule }) {
  const { t } = useTranslation('notifications');
  const reasonText = useReasonText();
  const { notificationId, description, isGone, reasons, channels } = rule;
  const name = description ?? '';
  return (
    <span className={styles.traced}>
      {isGone ? (
        t('notifications:why.goneRule')
      ) : (
        <Link to={`/notifications/${notificationId}`}>
          {name === '' ? t('notifications:why.rule', { id: notificationId }) : name}
        </Link>
      )}
      {reasons.map((reason) => (
        <span key={reason} className={styles.why}>
          {reasonText(reason)}
        </span>
      ))}
      {channels.map((channel) => (
        <ChannelLine key={channel.channel} channel={channel} />
      ))}
    </span>
  );
}

function ChannelLine({
  channel: { channel, status, reason, target, changedTime },
}: {
  readonly channel: TracedChannel;
}) {
  const { t } = useTranslation('notifications');
  const format = useFormat();
  const channelName = useChannelName();
  const reasonText = useReasonText();
  const how = [
    channelName(channel),
    target,
    status === null ? null : t(`notifications:status.${status}`),
    changedTime === null ? null : format.dateTime(Date.parse(changedTime)),
  ];
  return (
    <>
      <span>{how.filter(Boolean).join(' · ')}</span>
      {reason !== null && <span className={styles.why}>{reasonText(reason)}</span>}
    </>
  );
}
