import { Button, Textarea } from '@mantine/core';
import { FIELD_LIMITS } from '@rastro/fleet';
import type { OwnDrivingEvent } from '@rastro/fleet/coaching';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { DialogFailure, Modal } from '../../ui/dialog/modal.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './qr-driver.module.css';
import score from './score-screen.module.css';

const STEP = 20;
const { min, max } = FIELD_LIMITS.coaching.reason;
const keyOf = ({ deviceId, kind, startTime }: OwnDrivingEvent): string => `${deviceId}/${kind}/${startTime}`;

/** The driver's events, newest first, each with what was answered to its contest. */
export function OwnEvents({ events }: { readonly events: readonly OwnDrivingEvent[] }) {
  const { t } = useTranslation('qrdriver');
  const [count, setCount] = useState(STEP);
  const [contested, setContested] = useState<OwnDrivingEvent | null>(null);
  return (
    <section className={styles.current} aria-label={t('qrdriver:own.title')}>
      <h2 className={score.title}>{t('qrdriver:own.title')}</h2>
      {events.length === 0 && <p className={styles.quiet}>{t('qrdriver:own.none')}</p>}
      <ul className={score.events}>
        {events.slice(0, count).map((event) => (
          <OwnEvent key={keyOf(event)} event={event} onContest={() => setContested(event)} />
        ))}
      </ul>
      {events.length > count && (
        <Button variant="default" onClick={() => setCount(count + STEP)}>
          {t('qrdriver:own.more')}
        </Button>
      )}
      {contested !== null && <ContestDialog event={contested} onClose={() => setContested(null)} />}
    </section>
  );
}

interface OwnEventProps {
  readonly event: OwnDrivingEvent;
  readonly onContest: () => void;
}
function OwnEvent({ event, onContest }: OwnEventProps) {
  const { t } = useTranslation('qrdriver');
  const format = useFormat();
  const { kind, isSevere, startTime, deviceName, address, source, contest, mayContest } = event;
  return (
    <li>
      <span className={score.kind}>
        <strong>
          {t(`qrdriver:own.event.${kind}`)}
          {isSevere && ` · ${t('qrdriver:own.severe')}`}
        </strong>
        <time dateTime={startTime}>{format.dateTime(Date.parse(startTime))}</time>
      </span>
      <span className={styles.quiet}>{address === null ? deviceName : `${deviceName} · ${address}`}</span>
      {source === 'partly' && <span className={styles.quiet}>{t('qrdriver:own.partly')}</span>}
      {contest !== null && (
        <span data-contest={contest.state} className={score.contest}>
          {t(`qrdriver:contest.${contest.state}`, { answer: contest.answer })}
        </span>
      )}
      {mayContest && (
        <Button variant="default" size="xs" onClick={onContest}>
          {t('qrdriver:contest.button')}
        </Button>
      )}
    </li>
  );
}

interface ContestDialogProps {
  readonly event: OwnDrivingEvent;
  readonly onClose: () => void;
}
function ContestDialog({ event, onClose }: ContestDialogProps) {
  const { t } = useTranslation('qrdriver');
  const { extension } = useServices();
  const failureText = useFailureText();
  const [text, setText] = useState('');
  const [isTold, setTold] = useState(false);
  const { deviceId, kind, startTime } = event;
  const { busy, failure, run } = useWrite(
    (reason: string, signal) => extension.coaching.contestOwn({ deviceId, kind, startTime }, reason, signal),
    { touches: ['ownPage'] },
  );
  const isShort = text.trim().length < min;
  const send = async (): Promise<void> => {
    setTold(isShort);
    if (!isShort && (await run(text))?.ok === true) onClose();
  };
  return (
    <Modal
      title={t('qrdriver:contest.title')}
      lead={t('qrdriver:contest.text')}
      busy={busy}
      onClose={onClose}
    >
      <DialogForm
        submit={t('qrdriver:contest.send')}
        busy={busy}
        onSubmit={() => void send()}
        onCancel={onClose}
      >
        <Textarea
          label={t('qrdriver:contest.reason')}
          value={text}
          maxLength={max}
          rows={3}
          error={isTold && isShort ? t('qrdriver:contest.needsText', { min }) : null}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <DialogFailure text={failure && failureText(failure)} />
      </DialogForm>
    </Modal>
  );
}
