import type { CustomerMessage } from '@rastro/fleet/orders';
import { customerMessageCalls } from '@rastro/tracking-client';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureIn, valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { DialogFailure } from '../../ui/dialog/modal.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './orders.module.css';
import { AGAIN_MS, ORDERS_KEY } from './use-orders.ts';
import { useOrderText } from './use-order-text.ts';

/** Messages that the customer of an order has got by themselves. */
export function OrderMessages({ orderId }: { readonly orderId: number }) {
  const { t } = useTranslation('orders');
  const { calls } = useServices().extension;
  const failureText = useFailureText();
  const { data, error } = useQuery({
    queryKey: [...ORDERS_KEY, 'messages', orderId],
    queryFn: async ({ signal }) =>
      valueOf(await customerMessageCalls(calls).ofOrder(orderId, signal)).messages,
    refetchInterval: AGAIN_MS,
  });
  if (error !== null) return <DialogFailure text={failureText(failureIn(error))} />;
  if (data === undefined || data.length === 0) return null;
  return (
    <section className={styles.history}>
      <h3>{t('orders:messages.sent')}</h3>
      <ul>
        {data.map((message) => (
          <SentMessage key={`${message.attempt} ${message.moment}`} message={message} />
        ))}
      </ul>
    </section>
  );
}

function SentMessage({
  message: { moment, channel, sentTime, failure },
}: {
  readonly message: CustomerMessage;
}) {
  const { t } = useTranslation('orders');
  const texts = useOrderText();
  return (
    <li>
      <strong>{t(`orders:messages.moment.${moment}`)}</strong>{' '}
      {t(`orders:messages.by.${channel}`, { at: texts.moment(sentTime) })}
      {failure !== '' && (
        <p className={styles.quiet} dir="auto">
          {t('orders:messages.notTaken', { reason: failure })}
        </p>
      )}
    </li>
  );
}
