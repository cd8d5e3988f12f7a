import { qrCodeText } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import type { QueuedCheckIn } from './queued-check-ins.ts';
import styles from './qr-driver.module.css';
import type { CheckInQueue, CheckInResult } from './use-check-in-queue.ts';

/** Results of the last check-ins and check-outs, and those that still wait for a network. */
export function CheckInResults({ queue: { results, waiting, busy } }: { readonly queue: CheckInQueue }) {
  return (
    <div className={styles.told} role="status">
      {results.map((each) => (
        <ResultCard key={each.checkIn.clientId} result={each} />
      ))}
      {!busy &&
        waiting.map((queuedCheckIn) => <Waiting key={queuedCheckIn.clientId} checkIn={queuedCheckIn} />)}
    </div>
  );
}

function useCheckInText() {
  const { t } = useTranslation('qrdriver');
  const format = useFormat();
  return ({ code, at }: QueuedCheckIn): string =>
    code === null
      ? t('qrdriver:act.out', { at: format.dateTime(Date.parse(at)) })
      : t('qrdriver:act.in', { code: qrCodeText(code), at: format.dateTime(Date.parse(at)) });
}

function Waiting({ checkIn }: { readonly checkIn: QueuedCheckIn }) {
  const { t } = useTranslation('qrdriver');
  const checkInText = useCheckInText();
  return (
    <p className={styles.card} data-tone="waiting">
      <strong>{checkInText(checkIn)}</strong>
      {t('qrdriver:waiting')}
    </p>
  );
}

function ResultCard({ result: { checkIn, hasWaited, became } }: { readonly result: CheckInResult }) {
  const { t } = useTranslation('qrdriver');
  const checkInText = useCheckInText();
  const failureText = useFailureText();
  const text =
    became.kind === 'rejected'
      ? failureText(became.failure)
      : checkIn.code === null
        ? t('qrdriver:done.out')
        : became.current === null
          ? t('qrdriver:done.over')
          : t('qrdriver:done.in', { name: became.current.deviceName });
  return (
    <p className={styles.card} data-tone={became.kind}>
      {hasWaited && <strong>{checkInText(checkIn)}</strong>}
      {text}
    </p>
  );
}
