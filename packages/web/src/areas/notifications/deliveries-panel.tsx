import type { NotificationDelivery } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useFound } from '../../kernel/screens/use-found.ts';
import { useListText } from '../../kernel/screens/use-list-text.ts';
import { useServices } from '../../kernel/services.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import list from '../../ui/list/list.module.css';
import { Line, Lines } from '../../ui/list/lines.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './notifications.module.css';
import { useChannelName } from './use-rules.ts';

const ROW_PX = 76;
const NEWEST = 200;
const wordsOf = ({ eventType, channel, target, status, reason }: NotificationDelivery): string =>
  [eventType, channel, target, status, reason].join('\n');
/** Newest first, whatever the language. */
const orderOf = ({ id }: NotificationDelivery): string => String(Number.MAX_SAFE_INTEGER - id);

/** What was sent to the person, and why something was not. */
export function DeliveriesPanel() {
  const { t } = useTranslation('notifications');
  const { client } = useServices();
  const [text, setText] = useListText();
  const deliveries = useQuery<readonly NotificationDelivery[]>({
    queryKey: ['notificationDeliveries'],
    queryFn: async ({ signal }) => valueOf(await client.notifications.deliveries({ limit: NEWEST }, signal)),
  });
  const { data } = deliveries;
  const failure = useListFailure(deliveries, t('notifications:log.failed'));
  const shown = useFound(data, text, { wordsOf, nameOf: orderOf });
  return (
    <Panel title={t('notifications:log.title')} back="/notifications" tall>
      <div className={list.tools}>
        <SearchField label={t('notifications:log.search')} value={text} onChange={setText} onDown={ignore} />
      </div>
      <ListView
        count={data === undefined ? undefined : shown.length}
        rowPx={ROW_PX}
        failure={failure}
        empty={{
          icon: MailCheck,
          title: t('notifications:log.empty'),
          text: t('notifications:log.emptyText'),
        }}
        notFound={
          text.trim() === ''
            ? null
            : {
                title: t('notifications:notFound'),
                text: t('notifications:notFoundText'),
                onReset: () => setText(''),
              }
        }
      >
        <Lines label={t('notifications:log.title')}>
          {shown.map((delivery) => (
            <DeliveryLine key={delivery.id} delivery={delivery} />
          ))}
        </Lines>
      </ListView>
    </Panel>
  );
}
const ignore = (): void => undefined;

function DeliveryLine({ delivery }: { readonly delivery: NotificationDelivery }) {
  const { t } = useTranslation(['notifications', 'events']);
  const format = useFormat();
  const channelName = useChannelName();
  const { eventType, channel, target, status, reason, createdTime } = delivery;
  return (
    <Line
      head={{
        what: t(`events:kind.${eventType}`, { defaultValue: t('notifications:log.message') }),
        at: createdTime,
        when: format.dateTime(Date.parse(createdTime)),
      }}
    >
      <span>
        {[channelName(channel), target, t(`notifications:status.${status}`)].filter(Boolean).join(' · ')}
      </span>
      {reason !== null && (
        <span className={styles['why']}>{t(`notifications:reason.${reason}`, { defaultValue: reason })}</span>
      )}
    </Line>
  );
}
