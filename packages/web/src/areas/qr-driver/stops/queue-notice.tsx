import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import frame from '../qr-driver.module.css';
import type { StepQueue, StepResult } from './use-step-queue.ts';

/** Says what waits for the network, and what became of reports that did not count as they were meant. */
export function QueueNotice({ queue }: { readonly queue: StepQueue }) {
  const { t } = useTranslation('qrdriver');
  const { waiting, pictures, results, dismiss } = queue;
  const steps = waiting.filter(({ isRejected }) => !isRejected).length;
  const rejected = waiting.filter(({ isRejected }) => isRejected);
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
  if (outcome === 'counted' || outcome === 'noted') return null;
  const at = endedAt === null ? '' : format.time(Date.parse(endedAt));
  return (
    <p className={frame.card} data-tone="waiting">
      <strong>{customer}</strong>
      {t(`qrdriver:stops.outcome.${outcome}`, { name: endedBy, at })}
    </p>
  );
}
