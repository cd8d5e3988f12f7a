import { Button } from '@mantine/core';
import type { DriverStep } from '@rastro/fleet/orders';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import { failureIn } from '../../../kernel/queries/query-client.ts';
import { newUuid } from '../../../kernel/uuid.ts';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import frame from '../qr-driver.module.css';
import { CodeDialog } from './code-dialog.tsx';
import type { QueuedStep } from './driver-store.ts';
import { ProofDialog, type ProvenStep } from './proof-dialog.tsx';
import { QueueNotice } from './queue-notice.tsx';
import { StopCard } from './stop-card.tsx';
import { nextStop, withQueue, type ShownStop } from './stop-state.ts';
import styles from './stops.module.css';
import { useFrameQueue, useStops, type StepQueue } from './use-step-queue.ts';

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
  const move = async ({ orderId, customer }: ShownStop, kind: 'start' | 'arrive'): Promise<void> => {
    try {
      await queue.add(moveTo(orderId, kind), customer, []);
      setFull(false);
    } catch {
      setFull(true);
    }
  };
  const end = (stop: ShownStop, kind: ProvenStep): void => {
    const known = kind === 'done' ? waitingForCode(queue.waiting, stop) : undefined;
    if (known === undefined) setAsked({ stop, kind });
    else setCoded(known);
  };
  const close = (): void => {
    setAsked(null);
    setCoded(null);
  };
  const stops = data === undefined ? [] : withQueue(data.list, queue.waiting);
  const next = nextStop(stops);
  return (
    <>
      <QueueNotice queue={queue} onCode={setCoded} />
      {isFull && <NotStored />}
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
                onMove={(kind) => void move(stop, kind)}
                onEnd={(kind) => end(stop, kind)}
              />
            ))}
          </ol>
          {data.list.hiddenCount > 0 && (
            <p className={frame.quiet}>{t('qrdriver:stops.hidden', { count: data.list.hiddenCount })}</p>
          )}
        </section>
      )}
      <Dialogs asked={asked} coded={coded} queue={queue} onClose={close} />
    </>
  );
}

function NotStored() {
  const { t } = useTranslation('qrdriver');
  return (
    <p className={frame.card} data-tone="rejected" role="alert">
      {t('qrdriver:stops.notStored')}
    </p>
  );
}

const moveTo = (orderId: number, kind: 'start' | 'arrive'): DriverStep => ({
  id: newUuid(),
  orderId,
  kind,
  at: new Date().toISOString(),
  reason: null,
  name: '',
  code: '',
  note: '',
  pictures: [],
});

/** A report that waits for a code is not made a second time. */
const waitingForCode = (waiting: readonly QueuedStep[], { orderId }: ShownStop): QueuedStep | undefined =>
  waiting.find(({ step, codeProblem }) => step.orderId === orderId && codeProblem !== undefined);

interface DialogsProps {
  readonly asked: Asked | null;
  readonly coded: QueuedStep | null;
  readonly queue: StepQueue;
  readonly onClose: () => void;
}
function Dialogs({ asked, coded, queue, onClose }: DialogsProps) {
  if (coded !== null)
    return <CodeDialog key={coded.step.id} queued={coded} queue={queue} onClose={onClose} />;
  if (asked === null) return null;
  return <ProofDialog {...asked} key={asked.stop.orderId} queue={queue} onClose={onClose} />;
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
