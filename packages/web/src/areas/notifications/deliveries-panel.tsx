import { Button } from '@mantine/core';
import type { NotificationDelivery } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { CircleHelp, MailCheck } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SearchedList } from '../../kernel/screens/searched-list.tsx';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useFound } from '../../kernel/screens/use-found.ts';
import { useListText } from '../../kernel/screens/use-list-text.ts';
import { useFleet, useFleetList } from '../../kernel/fleet/fleet-context.tsx';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { Line, Lines } from '../../ui/list/lines.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './notifications.module.css';
import { useReasonText } from './use-reason-text.ts';
import { useChannelName, useRuleUsers } from './use-rules.ts';
import { WhyNot } from './why-not.tsx';

const ROW_PX = 76;
const NEWEST = 200;
/** Newest first, whatever the language. */
const orderOf = ({ id }: NotificationDelivery): string => String(Number.MAX_SAFE_INTEGER - id);

/** Messages sent to the user, and the reasons why others were not. */
export function DeliveriesPanel() {
  const { t } = useTranslation('notifications');
  const [asks, setAsks] = useState(false);
  return (
    <Panel title={t('notifications:log.title')} back="/notifications" tall>
      <Button
        className={styles.toLog ?? ''}
        size="compact-sm"
        variant="light"
        leftSection={<CircleHelp size={15} aria-hidden />}
        aria-pressed={asks}
        onClick={() => setAsks(!asks)}
      >
        {t(asks ? 'notifications:why.back' : 'notifications:why.title')}
      </Button>
      {asks ? <WhyNot /> : <Deliveries />}
    </Panel>
  );
}

function Deliveries() {
  const { t } = useTranslation('notifications');
  const { client } = useServices();
  const [text, setText] = useListText();
  const deliveries = useQuery<readonly NotificationDelivery[]>({
    queryKey: ['notificationDeliveries'],
    queryFn: async ({ signal }) => valueOf(await client.notifications.deliveries({ limit: NEWEST }, signal)),
  });
  const textOf = useDeliveryText();
  const searchTextOf = useCallback(
    (delivery: NotificationDelivery) => Object.values(textOf(delivery)).join('\n'),
    [textOf],
  );
  const visibleDeliveries = useFound(deliveries.data, text, { searchTextOf, nameOf: orderOf });
  return (
    <SearchedList
      query={deliveries}
      count={visibleDeliveries.length}
      search={{ label: t('notifications:log.search'), text, onChange: setText }}
      icon={MailCheck}
      texts={{
        failed: t('notifications:log.failed'),
        empty: t('notifications:log.empty'),
        emptyText: t('notifications:log.emptyText'),
        notFound: t('notifications:notFound'),
        notFoundText: t('notifications:notFoundText'),
      }}
      rowPx={ROW_PX}
    >
      <Lines label={t('notifications:log.title')}>
        {visibleDeliveries.map((delivery) => (
          <DeliveryLine key={delivery.id} delivery={delivery} text={textOf(delivery)} />
        ))}
      </Lines>
    </SearchedList>
  );
}

interface DeliveryText {
  readonly what: string;
  readonly vehicle: string;
  readonly recipient: string;
  readonly how: string;
  readonly why: string;
}

/** Text of a delivery: vehicle, recipient, channel, and the reason for a failure. */
function useDeliveryText(): (delivery: NotificationDelivery) => DeliveryText {
  const { t } = useTranslation(['notifications', 'events']);
  const reasonText = useReasonText();
  const channelName = useChannelName();
  const { user } = useSignedIn();
  const users = useRuleUsers();
  const names = useDeviceNames();
  return useMemo(() => {
    const nameOf = new Map(users.map(({ id, name }) => [id, name]));
    return ({ eventType, channel, target, status, reason, deviceId, userId }) => ({
      what: t(`events:kind.${eventType}`, { defaultValue: t('notifications:log.message') }),
      vehicle: names.get(deviceId) ?? '',
      recipient: nameOf.get(userId) ?? (userId === user.id ? user.name : ''),
      how: [channelName(channel), target, t(`notifications:status.${status}`)].filter(Boolean).join(' · '),
      why: reason === null ? '' : reasonText(reason),
    });
  }, [t, reasonText, users, names, user, channelName]);
}

interface DeliveryLineProps {
  readonly delivery: NotificationDelivery;
  readonly text: DeliveryText;
}

function DeliveryLine({ delivery: { createdTime, deviceId }, text }: DeliveryLineProps) {
  const format = useFormat();
  return (
    <Line head={{ what: text.what, at: createdTime, when: format.dateTime(Date.parse(createdTime)) }}>
      {text.vehicle !== '' && <Link to={`/devices/${deviceId}`}>{text.vehicle}</Link>}
      <span>{[text.recipient, text.how].filter((part) => part !== '').join(' · ')}</span>
      {text.why !== '' && <span className={styles['why']}>{text.why}</span>}
    </Line>
  );
}

/** Names of the vehicles that the user sees. */
function useDeviceNames(): ReadonlyMap<number, string> {
  const fleet = useFleet();
  const { total } = useFleetList().counts;
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  useEffect(() => {
    let isStale = false;
    void fleet?.find('', total).then(({ devices }) => {
      if (!isStale) setNames(new Map(devices.map(({ id, name }) => [id, name])));
    });
    return () => {
      isStale = true;
    };
  }, [fleet, total]);
  return names;
}
