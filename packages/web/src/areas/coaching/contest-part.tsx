import { Button, Textarea } from '@mantine/core';
import { DAY_MS } from '@rastro/base';
import { FIELD_LIMITS } from '@rastro/fleet';
import { CONTEST_DAYS, type Contest } from '@rastro/fleet/coaching';
import type { ContestReply } from '@rastro/tracking-client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useWrite, type Write } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { DialogFailure } from '../../ui/dialog/modal.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { detailsOf, type Row } from './coaching-filter.ts';
import styles from './coaching.module.css';
import { COACHING_KEY } from './use-coaching.ts';

const { min, max } = FIELD_LIMITS.coaching.reason;

/** Whether the event may still be contested by somebody in the name of its driver. */
const mayBegin = ({ event }: Row): boolean =>
  event !== null &&
  event.source !== 'partly' &&
  !event.isWithdrawn &&
  Date.now() - Date.parse(event.endTime) <= CONTEST_DAYS * DAY_MS;

interface ContestPartProps {
  readonly row: Row;
  readonly mayWrite: boolean;
}

/** The contest of an event: its reason, and its answer; or the way to begin one. */
export function ContestPart({ row, mayWrite }: ContestPartProps) {
  const { t } = useTranslation('coaching');
  const contest = row.coachingCase?.contest ?? null;
  if (contest === null) return mayWrite && mayBegin(row) ? <BeginContest row={row} /> : null;
  return (
    <section className={styles.part} aria-label={t('coaching:contest.title')}>
      <h3>{t('coaching:contest.title')}</h3>
      <ContestText contest={contest} />
      {contest.state === 'waiting' && mayWrite && <AnswerContest row={row} />}
    </section>
  );
}

function ContestText({ contest }: { readonly contest: Contest }) {
  const { t } = useTranslation('coaching');
  const format = useFormat();
  const { state, reason, byName, isByDriver, answer, at } = contest;
  const said = { name: byName, at: format.dateTime(Date.parse(at)) };
  return (
    <>
      <p className={styles.quiet}>{t(`coaching:contest.${isByDriver ? 'byDriver' : 'forDriver'}`, said)}</p>
      <blockquote className={styles.quote}>{reason}</blockquote>
      <p>{t(`coaching:contest.${state}`, { answer })}</p>
    </>
  );
}

function AnswerContest({ row }: { readonly row: Row }) {
  const { t } = useTranslation('coaching');
  const { extension } = useServices();
  const [text, setText] = useState('');
  const [isTold, setTold] = useState(false);
  const write = useWrite((answer: ContestReply, signal) => extension.coaching.answer(answer, signal), {
    touches: COACHING_KEY,
  });
  const { deviceId, kind, startTime } = detailsOf(row);
  const send = (state: 'accepted' | 'declined'): void => {
    const isShort = state === 'declined' && text.trim().length < min;
    setTold(isShort);
    if (!isShort) void write.run({ deviceId, kind, startTime, state, answer: text });
  };
  return (
    <>
      <ReasonField
        label={t('coaching:contest.answer')}
        text={text}
        isShort={isTold && text.trim().length < min}
        onChange={setText}
      />
      <Failure write={write} />
      <div className={styles.buttons}>
        <Button variant="default" loading={write.busy} onClick={() => send('declined')}>
          {t('coaching:contest.decline')}
        </Button>
        <Button loading={write.busy} onClick={() => send('accepted')}>
          {t('coaching:contest.accept')}
        </Button>
      </div>
    </>
  );
}

function BeginContest({ row }: { readonly row: Row }) {
  const { t } = useTranslation('coaching');
  const { extension } = useServices();
  const [text, setText] = useState<string | null>(null);
  const [isTold, setTold] = useState(false);
  const { deviceId, kind, startTime } = detailsOf(row);
  const write = useWrite(
    (reason: string, signal) => extension.coaching.contest({ deviceId, kind, startTime }, reason, signal),
    { touches: COACHING_KEY },
  );
  if (text === null)
    return (
      <Button variant="subtle" size="xs" onClick={() => setText('')}>
        {t('coaching:contest.start')}
      </Button>
    );
  const isShort = text.trim().length < min;
  return (
    <section className={styles.part} aria-label={t('coaching:contest.start')}>
      <ReasonField
        label={t('coaching:contest.reason')}
        text={text}
        isShort={isTold && isShort}
        onChange={setText}
      />
      <Failure write={write} />
      <div className={styles.buttons}>
        <Button
          loading={write.busy}
          onClick={() => {
            setTold(isShort);
            if (!isShort) void write.run(text);
          }}
        >
          {t('coaching:contest.send')}
        </Button>
      </div>
    </section>
  );
}

interface ReasonFieldProps {
  readonly label: string;
  readonly text: string;
  readonly isShort: boolean;
  readonly onChange: (text: string) => void;
}
function ReasonField({ label, text, isShort, onChange }: ReasonFieldProps) {
  const { t } = useTranslation('coaching');
  return (
    <Textarea
      label={label}
      value={text}
      maxLength={max}
      rows={3}
      error={isShort ? t('coaching:contest.needsText', { min }) : null}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function Failure({ write: { failure } }: { readonly write: Pick<Write<never, unknown>, 'failure'> }) {
  const failureText = useFailureText();
  return <DialogFailure text={failure && failureText(failure)} />;
}
