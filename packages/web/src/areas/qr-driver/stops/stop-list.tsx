import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import { failureIn } from '../../../kernel/queries/query-client.ts';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import frame from '../qr-driver.module.css';
import { CodeDialog } from './code-dialog.tsx';
import type { QueuedStep } from './driver-store.ts';
import { ProofDialog, type ProvenStep } from './proof-dialog.tsx';
import { QueueNotice } from './queue-notice.tsx';
import { StopCard } from './stop-card.tsx';
import { newStepId, nextStop, withQueue, type ShownStop } from './stop-state.ts';
import styles from './stops.module.css';
import { useFrameQueue, useStops } from './use-step-queue.ts';

interface Asked {
  readonly stop: ShownStop;
  readonly kind: ProvenStep;
}

/** Today's stops of the driver, in their order, with what they report about each. */
export function StopList() {
  const { t } = useTranslation(['qrdriver', 'orders', 'common']);
  const { data, error, refetch } = useStops();
  const queue = useFrameQueue();
  const format = useFormat();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [coded, setCoded] = useState<QueuedStep | null>(null);
  const [isFull, setFull] = useState(false);
  const arrive = async ({ orderId, customer }: ShownStop): Promise<void> => {
    const at = new Date().toISOString();
    const step = { id: newStepId(), orderId, kind: 'arrive', at, reason: null } as const;
    try {
      await queue.add({ ...step, name: '', code: '', note: '', pictures: [] }, customer, []);
      setFull(false);
    } catch {
      setFull(true);
    }
  };
  /** A report that waits for a code is not made a second time. */
  const end = (stop: ShownStop, kind: ProvenStep): void => {
    const isSame = ({ step, codeProblem }: QueuedStep): boolean =>
      step.orderId === stop.orderId && codeProblem !== undefined;
    const known = kind === 'done' ? queue.waiting.find(isSame) : undefined;
    if (known === undefined) setAsked({ stop, kind });
    else setCoded(known);
  };
  const stops = data === undefined ? [] : withQueue(data.list, queue.waiting);
  const next = nextStop(stops);
  return (
    <>
      <QueueNotice queue={queue} onCode={setCoded} />
      {isFull && (
        <p className={frame.card} data-tone="rejected" role="alert">
          {t('qrdriver:stops.notStored')}
        </p>
      )}
      {data === undefined && error !== null && <Failed error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (data.list.deviceId > 0 || stops.length > 0) && (
        <section aria-label={t('qrdriver:stops.title')} className={styles.list}>
          <h2 className={frame.heading}>{t('qrdriver:stops.title')}</h2>
          {data.isOld && (
            <p className={frame.quiet}>{t('qrdriver:stops.asOf', { at: format.dateTime(data.at) })}</p>
          )}
          {stops.length === 0 && <p className={frame.quiet}>{t('qrdriver:stops.none')}</p>}
          <ol className={styles.stops}>
            {stops.map((stop, index) => (
              <StopCard
                key={stop.orderId}
                stop={stop}
                number={index + 1}
                isNext={stop.orderId === next}
                onArrive={() => void arrive(stop)}
                onEnd={(kind) => end(stop, kind)}
              />
            ))}
          </ol>
        </section>
      )}
      {coded !== null && (
        <CodeDialog key={coded.step.id} queued={coded} queue={queue} onClose={() => setCoded(null)} />
      )}
      {asked !== null && (
        <ProofDialog {...asked} key={asked.stop.orderId} queue={queue} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

function Failed({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const { t } = useTranslation('qrdriver');
  const failureText = useFailureText();
  return (
    <div className={frame.card} data-tone="rejected" role="alert">
      {t('qrdriver:stops.failed')} {failureText(failureIn(error))}
      <Button variant="default" onClick={onRetry}>
        {t('qrdriver:retry')}
      </Button>
    </div>
  );
}
