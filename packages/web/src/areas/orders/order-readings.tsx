import { MAX_WRONG_CODES, type OrderStep, type RoadOrderDetail } from '@rastro/fleet/orders';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { OrderStateChip } from './order-state.tsx';
import styles from './orders.module.css';
import { useOrderText } from './use-order-text.ts';

/** Everything known of an order, and its history, the newest first. */
export function OrderReadings({ order }: { readonly order: RoadOrderDetail }) {
  const { t } = useTranslation('orders');
  const texts = useOrderText();
  const format = useFormat();
  const { id, reference, place, minutes, load, contact, note, deviceName, driverName, code, wrongCodes } =
    order;
  const readings = [
    ['reference', reference === '' ? `#${id}` : reference],
    ['place', texts.place(place)],
    ['window', texts.window(order)],
    ['minutes', t('orders:minutes', { count: minutes })],
    ['load', load === 0 ? '' : format.number(load, 3)],
    ['contact', [contact.name, contact.phone, contact.email].filter((part) => part !== '').join(' · ')],
    ['vehicle', deviceName],
    ['driver', driverName],
    ['reason', order.reason === null ? '' : t(`orders:reason.${order.reason}`)],
    ['attempt', order.attempt === 1 ? '' : String(order.attempt)],
    ['code', code],
    ['note', note],
  ] as const;
  return (
    <>
      <p className={styles.head}>
        <OrderStateChip state={order.state} />
        {wrongCodes > 0 && (
          <span className={styles.disputed}>
            {t(wrongCodes < MAX_WRONG_CODES ? 'orders:wrongCodes' : 'orders:codeLocked', {
              count: wrongCodes,
            })}
          </span>
        )}
        {order.isDisputed && <span className={styles.disputed}>{t('orders:disputedText')}</span>}
      </p>
      <dl className={styles.readings}>
        {readings
          .filter(([, text]) => text !== '')
          .map(([name, text]) => (
            <div key={name}>
              <dt>{t(`orders:field.${name}`)}</dt>
              <dd dir="auto">{text}</dd>
            </div>
          ))}
      </dl>
      <History steps={order.steps} />
    </>
  );
}

function History({ steps }: { readonly steps: readonly OrderStep[] }) {
  const { t } = useTranslation('orders');
  const texts = useOrderText();
  if (steps.length === 0) return null;
  return (
    <section className={styles.history}>
      <h3>{t('orders:history')}</h3>
      <ol>
        {steps.toReversed().map((step) => (
          <li key={step.id}>
            <time dateTime={step.at}>{texts.moment(step.at)}</time>{' '}
            <strong>{t(`orders:did.${step.kind}`)}</strong>
            {[
              step.userName,
              step.reason === null ? '' : t(`orders:reason.${step.reason}`),
              step.note,
              step.isLate ? t('orders:late') : '',
            ]
              .filter((part) => part !== '')
              .map((part) => (
                <span key={part} className={styles.quiet}>
                  {' · '}
                  {part}
                </span>
              ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
