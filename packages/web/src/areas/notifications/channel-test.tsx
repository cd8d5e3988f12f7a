import { Button } from '@mantine/core';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import form from '../../ui/form.module.css';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './notifications.module.css';
import { useChannelName } from './use-rules.ts';

/** Reason after the code: `Notification not sent - mail: …`. */
const reasonIn = (message: string): string => message.replace(/^[^-]* - /, '');

/** A test to oneself over each channel of the rule, with the reason of the server when one does not work. */
export function ChannelTest({ channels }: { readonly channels: readonly string[] }) {
  const { t } = useTranslation('notifications');
  const { client } = useServices();
  const channelName = useChannelName();
  const failureText = useFailureText();
  const [tested, setTested] = useState('');
  const { busy, failure, run } = useWrite((channel: string, signal) =>
    client.notifications.test(channel, signal),
  );
  const [isSent, setSent] = useState(false);
  const test = async (channel: string): Promise<void> => {
    setTested(channel);
    setSent(false);
    setSent((await run(channel))?.ok === true);
  };
  // A command acts on a vehicle: there is none to test it on.
  const testable = channels.filter((channel) => channel !== 'command');
  return (
    <div className={form.group} role="group" aria-label={t('notifications:test.title')}>
      <div className={form.more}>
        {testable.map((channel) => (
          <Button
            key={channel}
            size="xs"
            variant="default"
            leftSection={<Send size={14} aria-hidden />}
            loading={busy && tested === channel}
            disabled={busy}
            onClick={() => void test(channel)}
          >
            {t('notifications:test.by', { channel: channelName(channel) })}
          </Button>
        ))}
      </div>
      <span role="status" className={styles['sent']}>
        {isSent ? t('notifications:test.sent', { channel: channelName(tested) }) : ''}
      </span>
      {failure !== null && (
        <span role="alert" className={styles['failed']}>
          {failureText(failure)}
          {failure.code === 'NOTIFICATION_NOT_SENT' && ` (${reasonIn(failure.message)})`}
        </span>
      )}
    </div>
  );
}
