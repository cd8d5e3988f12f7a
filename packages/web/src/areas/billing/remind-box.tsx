import { Button } from '@mantine/core';
import { Mail, MessageCircle } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureIn, valueOf } from '../../kernel/queries/query-client.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './billing.module.css';
import { BILLING_KEY } from './use-billing.ts';

/** The reminder for the customer of an unpaid invoice, and the ways to send it now. */
export function RemindBox({ id }: { readonly id: number }) {
  const { t } = useTranslation('billing');
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <div className={styles.remind}>
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          {t('billing:remind.open')}
        </Button>
      </div>
    );
  return <Reminder id={id} />;
}

function Reminder({ id }: { readonly id: number }) {
  const { t } = useTranslation('billing');
  const { extension } = useServices();
  const failureText = useFailureText();
  const { data, error } = useQuery({
    queryKey: [...BILLING_KEY, 'reminder', id],
    queryFn: async ({ signal }) => valueOf(await extension.billing.reminder(id, signal)),
  });
  const [isSent, setSent] = useState(false);
  const { run, busy, failure } = useWrite((_: null, signal) => extension.billing.remind(id, signal), {
    goesOn: true,
  });
  if (data === undefined)
    return <p role="status">{error === null ? t('billing:loading') : failureText(failureIn(error))}</p>;
  const send = async (): Promise<void> => {
    const answer = await run(null);
    setSent(answer?.ok === true);
  };
  return (
    <section className={styles.remind} aria-label={t('billing:remind.open')}>
      <p className={styles.remindText}>{data.text}</p>
      <div className={styles.remindWays}>
        <Button
          size="xs"
          variant="default"
          loading={busy}
          disabled={isSent}
          leftSection={<Mail size={14} aria-hidden />}
          onClick={() => void send()}
        >
          {t('billing:remind.mail', { to: data.to })}
        </Button>
        {data.whatsapp !== null && (
          <Button
            component="a"
            href={data.whatsapp}
            target="_blank"
            rel="noreferrer"
            size="xs"
            variant="default"
            leftSection={<MessageCircle size={14} aria-hidden />}
          >
            {t('billing:remind.whatsapp')}
          </Button>
        )}
      </div>
      <p role="status" className={styles.remindText}>
        {isSent ? t('billing:remind.sent') : failure === null ? '' : failureText(failure)}
      </p>
    </section>
  );
}
