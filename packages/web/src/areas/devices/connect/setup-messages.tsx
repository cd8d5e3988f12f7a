import { Button } from '@mantine/core';
import { isFit, writeSetup, type SetupValues, type TrackerSetup } from '@rastro/protocols/setups';
import { Copy, MessageSquare, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../../../kernel/queries/use-write.ts';
import { useServices, useSignedIn } from '../../../kernel/services.tsx';
import { useRights } from '../../../kernel/use-rights.ts';
import { useCopy } from '../../../ui/use-copy.ts';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import { useIsPhone } from '../../../ui/use-is-phone.ts';
import styles from './connect.module.css';

export interface SetupMessagesProps {
  readonly setup: TrackerSetup;
  readonly values: SetupValues;
  readonly deviceId: number;
  /** Number of the SIM in the tracker; null = not entered. */
  readonly phone: string | null;
  /** Something of what is entered was used. */
  readonly onUsed: () => void;
}

/** Messages to send to the tracker, one by one. */
export function SetupMessages({ setup, values, deviceId, phone, onUsed }: SetupMessagesProps) {
  const { t } = useTranslation('connect');
  if (setup.messages.length === 0) return <p className={styles.advice}>{t('connect:manualOnly')}</p>;
  const { host, apn, user, secret, password, uniqueId } = values;
  const isReady = [host, apn, user, secret, password, uniqueId].every(isFit);
  if (apn === '' || host === '' || !isReady)
    return <p className={styles.advice}>{t('connect:incomplete')}</p>;
  const messages = writeSetup(setup, values);
  return (
    <>
      <p className={styles.advice}>
        {t(phone === null ? 'connect:messagesHint' : 'connect:messagesTo', { phone: phone ?? '' })}
      </p>
      {setup.caution !== undefined && (
        <p className={styles.warning}>{t(`connect:caution.${setup.caution}`)}</p>
      )}
      <ol className={styles.messages}>
        {messages.map(({ purpose, text }) => (
          <li key={purpose} className={styles.message}>
            <span className={styles.purpose}>{t(`connect:purpose.${purpose}`)}</span>
            <code className={styles.text}>{text}</code>
            <MessageActions
              {...{ text, deviceId, phone, onUsed }}
              purpose={t(`connect:purpose.${purpose}`)}
            />
          </li>
        ))}
      </ol>
      <p className={styles.detail}>{t('connect:firmware')}</p>
    </>
  );
}

interface MessageActionsProps extends Pick<SetupMessagesProps, 'deviceId' | 'phone' | 'onUsed'> {
  readonly text: string;
  readonly purpose: string;
}

function MessageActions({ text, purpose, deviceId, phone, onUsed }: MessageActionsProps) {
  const { t } = useTranslation('connect');
  const { isCopied, copy } = useCopy();
  const isPhone = useIsPhone();
  return (
    <div className={styles.acts}>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Copy size={14} aria-hidden />}
        aria-label={t('connect:copyOf', { what: purpose })}
        onClick={() => {
          onUsed();
          void copy(text);
        }}
      >
        {t(isCopied ? 'connect:copied' : 'connect:copy')}
      </Button>
      {isPhone && phone !== null && (
        <Button
          component="a"
          size="compact-sm"
          variant="default"
          leftSection={<MessageSquare size={14} aria-hidden />}
          href={smsLink(phone, text)}
          onClick={onUsed}
        >
          {t('connect:sms')}
        </Button>
      )}
      {phone !== null && <SendByServer {...{ text, purpose, deviceId, onUsed }} />}
    </div>
  );
}

/** @source RFC 5724 */
const smsLink = (phone: string, text: string): string =>
  ['sms:', phone.replaceAll(/[^+\d]/g, ''), '?body=', encodeURIComponent(text)].join('');

/** By the SMS gateway of the server, where it has one and the user may send commands. */
function SendByServer({ text, purpose, deviceId, onUsed }: Omit<MessageActionsProps, 'phone'>) {
  const { t } = useTranslation('connect');
  const { client } = useServices();
  const { server } = useSignedIn();
  const { may } = useRights();
  const failureText = useFailureText();
  const [isSent, setSent] = useState(false);
  const { busy, failure, run } = useWrite((data: string, signal: AbortSignal) =>
    client.commands.send({ deviceId, type: 'custom', textChannel: true, attributes: { data } }, signal),
  );
  if (!server.server.textEnabled || !may('devices.sendCommand')) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant="light"
        loading={busy}
        leftSection={<Send size={14} aria-hidden />}
        aria-label={t('connect:sendOf', { what: purpose })}
        onClick={() => {
          onUsed();
          setSent(false);
          void run(text).then((answer) => setSent(answer?.ok === true));
        }}
      >
        {t('connect:send')}
      </Button>
      {isSent && (
        <span className={styles.detail} role="status">
          {t('connect:sent')}
        </span>
      )}
      {failure !== null && (
        <span className={styles.wrong} role="alert">
          {failureText(failure)}
        </span>
      )}
    </>
  );
}
