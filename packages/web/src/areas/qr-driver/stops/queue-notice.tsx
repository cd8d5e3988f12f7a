import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import frame from '../qr-driver.module.css';
import { codeProblemIn } from './send-queue.ts';
import type { QueuedStep } from './driver-store.ts';
import type { StepQueue, StepResult } from './use-step-queue.ts';

interface QueueNoticeProps {
  readonly queue: StepQueue;
  /** Asks for another code. */
  readonly onCode: (queued: QueuedStep) => void;
}

/** Says what waits for the network, and what became of reports that did not count as they were meant. */
export function QueueNotice({ queue, onCode }: QueueNoticeProps) {
  const { t } = useTranslation('qrdriver');
  const { waiting, pictures, results, dismiss } = queue;
  const steps = waiting.filter(({ isRejected }) => !isRejected).length;
  const rejected = waiting.filter(({ isRejected, codeProblem }) => isRejected && codeProblem === undefined);
  const coded = waiting.filter(({ codeProblem }) => codeProblem !== undefined);
  return (
    <div className={frame.told} role="status">
      {steps > 0 && (
        <p className={frame.card} data-tone="waiting">
          {t('qrdriver:stops.waiting', { count: steps })}
        </p>
      )}
      {steps === 0 && pictures > 0 && (
        <p className={frame.card} data-tone="waiting">
          {t('qrdriver:stops.waitingPictures', { count: pictures })}
        </p>
      )}
      {rejected.map(({ step, customer }) => (
        <p key={step.id} className={frame.card} data-tone="rejected">
          {t('qrdriver:stops.rejected', { customer })}
        </p>
      ))}
      {coded.map((queued) => (
        <div key={queued.step.id} className={frame.card} data-tone="rejected">
          <strong>{queued.customer}</strong>
          <p>{t(`qrdriver:stops.outcome.${queued.codeProblem ?? 'wrongCode'}`)}</p>
          <Button variant="default" onClick={() => onCode(queued)}>
            {t('qrdriver:stops.enterCode')}
          </Button>
        </div>
      ))}
      {results.map((result) => (
        <Outcome key={result.answer.id} result={result} />
      ))}
      {results.length > 0 && (
        <Button variant="default" onClick={dismiss}>
          {t('qrdriver:stops.dismiss')}
        </Button>
      )}
    </div>
  );
}

function Outcome({ result: { customer, answer } }: { readonly result: StepResult }) {
  const { t } = useTranslation('qrdriver');
  const format = useFormat();
  const { outcome, endedBy, endedAt } = answer;
  if (outcome === 'counted' || outcome === 'noted' || codeProblemIn(answer) !== null) return null;
  const at = endedAt === null ? '' : format.time(Date.parse(endedAt));
  return (
    <p className={frame.card} data-tone="waiting">
      <strong>{customer}</strong>
      {t(`qrdriver:stops.outcome.${outcome}`, { name: endedBy, at })}
    </p>
  );
}
