import { Button, NativeSelect } from '@mantine/core';
import { EVENT_TYPES, type NotificationTrace } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localTime, momentOf } from '../../i18n/zoned-time.ts';
import { VehiclePicker } from '../../kernel/fleet/vehicle-picker.tsx';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { failureIn, valueOf } from '../../kernel/queries/query-client.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { SearchedSelect } from '../../ui/searched-select.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './notifications.module.css';
import { TraceLines } from './trace-lines.tsx';
import { useRuleUsers } from './use-rules.ts';

interface Question {
  readonly userId: number;
  readonly deviceId: number;
  readonly at: number;
  /** Empty = of every type. */
  readonly type: string;
}

/** "Why did Maria get nothing about van 3 at three o'clock?" */
export function WhyNot() {
  const [asked, setAsked] = useState<Question | null>(null);
  return (
    <div className={styles.whyNot}>
      <QuestionForm onAsk={setAsked} />
      {asked !== null && <Answer question={asked} />}
    </div>
  );
}

/** The user, and those whom they manage. */
function useUserOptions() {
  const { user } = useSignedIn();
  const users = useRuleUsers();
  return useMemo(() => {
    const others = users.filter(({ id, temporary }) => id !== user.id && !temporary);
    return [user, ...others].map(({ id, name }) => ({ value: String(id), label: name }));
  }, [users, user]);
}

function QuestionForm({ onAsk }: { readonly onAsk: (question: Question) => void }) {
  const { t } = useTranslation(['notifications', 'events']);
  const { user } = useSignedIn();
  const zone = useZone();
  const users = useUserOptions();
  const [userId, setUserId] = useState(String(user.id));
  const [deviceId, setDeviceId] = useState<number | null>(null);
  const [moment, setMoment] = useState(() => localTime(Date.now(), zone));
  const [type, setType] = useState('');
  const at = momentOf(moment, zone);
  const isReady = deviceId !== null && userId !== '' && Number.isFinite(at);
  return (
    <form
      className={styles.question}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onAsk({ userId: Number(userId), deviceId, at, type });
      }}
    >
      {users.length > 1 && (
        <SearchedSelect
          label={t('notifications:why.user')}
          options={users}
          value={userId}
          onChange={setUserId}
        />
      )}
      <div>
        {/* The field names itself to screen readers. */}
        <span className={styles.fieldName} aria-hidden>
          {t('notifications:why.vehicle')}
        </span>
        <VehiclePicker
          className={styles.whose}
          label={t('notifications:why.vehicle')}
          size="sm"
          value={deviceId}
          onPick={setDeviceId}
        />
      </div>
      <DateField kind="moment" label={t('notifications:why.at')} value={moment} onChange={setMoment} />
      <NativeSelect
        label={t('notifications:why.type')}
        value={type}
        data={[
          { value: '', label: t('notifications:why.anyType') },
          ...EVENT_TYPES.map((value) => ({ value, label: t(`events:kind.${value}`) })),
        ]}
        onChange={(event) => setType(event.currentTarget.value)}
      />
      <Button type="submit" disabled={!isReady}>
        {t('notifications:why.ask')}
      </Button>
    </form>
  );
}

function Answer({ question }: { readonly question: Question }) {
  const { t } = useTranslation(['notifications', 'common']);
  const { client } = useServices();
  const failureText = useFailureText();
  const { data, error } = useQuery<NotificationTrace>({
    queryKey: ['notificationTrace', question],
    queryFn: async ({ signal }) =>
      valueOf(
        await client.notifications.trace(
          {
            userId: question.userId,
            deviceId: question.deviceId,
            at: new Date(question.at).toISOString(),
            type: question.type === '' ? undefined : question.type,
          },
          signal,
        ),
      ),
  });
  if (error !== null) return <p role="alert">{failureText(failureIn(error))}</p>;
  if (data === undefined) return <p role="status">{t('common:loading')}</p>;
  return <TraceLines trace={data} />;
}
