import { Button, TextInput } from '@mantine/core';
import { LONGEST_NOTE, type FleetAlarm } from '@rastro/fleet';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useVehicle } from '../../kernel/fleet/fleet-context.tsx';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { lastAcknowledged, type AlarmGroup } from './alarm-groups.ts';
import styles from './alarm-tray.module.css';
import { eventPath } from './event-path.ts';
import { eventText } from './event-text.ts';
import { SeverityIcon } from './severity-icon.tsx';
import type { Alarms } from './use-alarms.ts';

/** Acknowledged alarms that stay listed: it is useful for a while to see who acknowledged them. */
const VISIBLE_ACKNOWLEDGED = 5;

export interface AlarmListProps {
  readonly alarms: Alarms;
  readonly groups: readonly AlarmGroup[];
  readonly onLeave: () => void;
}

/** Open alarms, to be acknowledged with a note, and the last acknowledged ones with their users. */
export function AlarmList({ alarms, groups, onLeave }: AlarmListProps) {
  const { t } = useTranslation('alarms');
  const failureText = useFailureText();
  const [note, setNote] = useState('');
  const { announce, news } = useEarlierAcknowledgements();
  const done = lastAcknowledged(alarms.all, VISIBLE_ACKNOWLEDGED);
  const acknowledge = async (group: AlarmGroup): Promise<void> => {
    const ids = group.alarms.map(({ id }) => id);
    const answer = await alarms.acknowledge(ids, note.trim() === '' ? null : note.trim());
    if (!answer?.ok) return;
    setNote('');
    announce(answer.value);
  };
  return (
    <>
      <h2 className={styles.title} tabIndex={-1} data-autofocus>
        {t('alarms:title')}
      </h2>
      {groups.length === 0 && <p className={styles.none}>{t('alarms:none')}</p>}
      {groups.length > 0 && alarms.mayAcknowledge && (
        <TextInput
          size="sm"
          aria-label={t('alarms:note')}
          placeholder={t('alarms:note')}
          maxLength={LONGEST_NOTE}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      )}
      <ul className={styles.list} aria-label={t('alarms:waiting')}>
        {groups.map((group) => (
          <OpenAlarms
            key={group.key}
            group={group}
            onLeave={onLeave}
            onDone={alarms.mayAcknowledge ? () => void acknowledge(group) : null}
          />
        ))}
      </ul>
      <p className={styles.news} role="status">
        {news}
      </p>
      {alarms.failure !== null && (
        <p className={styles.failure} role="alert">
          {failureText(alarms.failure)}
        </p>
      )}
      {done.length > 0 && (
        <>
          <h3 className={styles.subtitle}>{t('alarms:seenTo')}</h3>
          <ul className={styles.list} aria-label={t('alarms:seenTo')}>
            {done.map((alarm) => (
              <DoneAlarm key={alarm.id} alarm={alarm} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Names the user who acknowledged them before. */
function useEarlierAcknowledgements() {
  const { t } = useTranslation('alarms');
  const format = useFormat();
  const { user } = useSignedIn();
  const [news, setNews] = useState('');
  const announce = (alarms: readonly FleetAlarm[]): void => {
    const other = alarms.find(({ acknowledged }) => acknowledged !== null && acknowledged.userId !== user.id);
    const first = other?.acknowledged;
    setNews(
      first
        ? t('alarms:wasFirst', { name: first.userName, time: format.moment(Date.parse(first.time)) })
        : t('alarms:done', { count: alarms.length }),
    );
  };
  return { announce, news };
}

interface OpenAlarmsProps {
  readonly group: AlarmGroup;
  readonly onLeave: () => void;
  /** Null = this user may only look. */
  readonly onDone: (() => void) | null;
}

function OpenAlarms({ group, onLeave, onDone }: OpenAlarmsProps) {
  const { t } = useTranslation(['devices', 'attributes', 'events', 'alarms']);
  const format = useFormat();
  const { alarms, deviceId, firstTime, lastTime } = group;
  const name = useVehicle(deviceId)?.device.name ?? `${t('devices:panel.title')} ${deviceId}`;
  const moment = (time: string): string => format.moment(Date.parse(time));
  return (
    <li className={styles.alarm}>
      <SeverityIcon event={alarms[0]} />
      <Link to={eventPath(alarms[0])} className={styles.what ?? ''} onClick={onLeave}>
        <span className={styles.name}>{name}</span>
        <span>
          {eventText(alarms[0], { t, format })}
          {alarms.length > 1 && <b className={styles.times}> ×{alarms.length}</b>}
        </span>
        <span className={styles.when}>
          {alarms.length > 1
            ? t('alarms:fromTo', { first: moment(firstTime), last: moment(lastTime) })
            : moment(lastTime)}
        </span>
      </Link>
      {onDone !== null && (
        <Button
          className={styles.act ?? ''}
          size="sm"
          variant="light"
          aria-label={t('events:acknowledge.one', { name })}
          onClick={onDone}
        >
          {t('events:acknowledge.hint')}
        </Button>
      )}
    </li>
  );
}

function DoneAlarm({ alarm }: { readonly alarm: FleetAlarm }) {
  const { t } = useTranslation(['devices', 'attributes', 'events', 'alarms']);
  const format = useFormat();
  const { acknowledged, deviceId } = alarm;
  const name = useVehicle(deviceId)?.device.name ?? `${t('devices:panel.title')} ${deviceId}`;
  if (acknowledged === null) return null;
  const { userName, time, note } = acknowledged;
  return (
    <li className={styles.done}>
      <Check size={16} aria-hidden />
      <span className={styles.doneText}>
        <span>
          {name} · {eventText(alarm, { t, format })}
        </span>
        <span className={styles.when}>
          {t('alarms:by', { name: userName, time: format.moment(Date.parse(time)) })}
          {note !== null && ` · “${note}”`}
        </span>
      </span>
    </li>
  );
}
