import type { OrderProof } from '@rastro/fleet/orders';
import { driverStopCalls } from '@rastro/tracking-client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureIn, valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { DialogFailure } from '../../ui/dialog/modal.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './orders.module.css';
import { AGAIN_MS, ORDERS_KEY } from './use-orders.ts';
import { useOrderText } from './use-order-text.ts';

/** Reports of drivers about an order, with what proves them. */
export function OrderProofs({ orderId }: { readonly orderId: number }) {
  const { t } = useTranslation('orders');
  const { extension } = useServices();
  const failureText = useFailureText();
  const { data, error } = useQuery({
    queryKey: [...ORDERS_KEY, 'proofs', orderId],
    queryFn: async ({ signal }) => valueOf(await driverStopCalls(extension.calls).proofs(orderId, signal)),
    refetchInterval: AGAIN_MS,
  });
  if (error !== null) return <DialogFailure text={failureText(failureIn(error))} />;
  if (data === undefined || data.length === 0) return null;
  return (
    <section className={styles.history}>
      <h3>{t('orders:proof.title')}</h3>
      <ol className={styles.proofs}>
        {data.map((proof) => (
          <Proof key={proof.stepId} orderId={orderId} proof={proof} />
        ))}
      </ol>
    </section>
  );
}

function Proof({ orderId, proof }: { readonly orderId: number; readonly proof: OrderProof }) {
  const { t } = useTranslation('orders');
  const texts = useOrderText();
  const { kind, outcome, driverName, at, phoneAt, seenAt, reason, name, code, note, pictures } = proof;
  const readings = [
    ['recipient', name],
    ['code', code],
    ['reason', reason === null ? '' : t(`orders:reason.${reason}`)],
    ['note', note],
  ] as const;
  return (
    <li>
      <strong>{t(`orders:did.${kind}`)}</strong>{' '}
      {t('orders:proof.by', { name: driverName, at: texts.moment(at) })}
      {outcome !== 'counted' && outcome !== 'unknown' && (
        <p className={styles.quiet}>{t(`orders:proof.outcome.${outcome}`)}</p>
      )}
      <p className={styles.quiet}>
        {t('orders:proof.phoneAt', { at: texts.moment(phoneAt) })}
        {' · '}
        {t('orders:proof.seenAt', { at: texts.moment(seenAt) })}
      </p>
      {readings
        .filter(([, text]) => text !== '')
        .map(([field, text]) => (
          <p key={field} dir="auto">
            {t(`orders:proof.${field}`)}: {text}
          </p>
        ))}
      {pictures.length > 0 && (
        <ul className={styles.pictures}>
          {pictures.map((picture, index) => (
            <li key={picture.id}>
              <ProofPicture
                {...{ orderId, picture }}
                name={
                  picture.use === 'signature'
                    ? t('orders:proof.signature')
                    : t('orders:proof.photo', { number: index + 1 })
                }
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

interface ProofPictureProps {
  readonly orderId: number;
  readonly picture: OrderProof['pictures'][number];
  readonly name: string;
}
function ProofPicture({ orderId, picture: { id, state }, name }: ProofPictureProps) {
  const { t } = useTranslation('orders');
  const { extension } = useServices();
  const isThere = state === 'there';
  const { data, error } = useQuery({
    queryKey: [...ORDERS_KEY, 'picture', orderId, id],
    queryFn: async ({ signal }) =>
      valueOf(await driverStopCalls(extension.calls).picture(orderId, id, signal)),
    enabled: isThere,
    staleTime: Infinity,
  });
  if (isThere && data !== undefined) return <Picture bytes={data} name={name} />;
  const text = isThere
    ? error === null
      ? t('orders:loading')
      : t('orders:proof.failed')
    : t(state === 'unreadable' ? 'orders:proof.unreadable' : 'orders:proof.missing');
  return (
    <span className={styles.quiet}>
      {name}: {text}
    </span>
  );
}

/** The picture, which opens in full size. */
function Picture({ bytes, name }: { readonly bytes: Blob; readonly name: string }) {
  const { t } = useTranslation('orders');
  const [url] = useState(() => URL.createObjectURL(new Blob([bytes], { type: 'image/webp' })));
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <a href={url} target="_blank" rel="noreferrer" aria-label={t('orders:proof.open', { name })}>
      <img src={url} alt={name} />
    </a>
  );
}
