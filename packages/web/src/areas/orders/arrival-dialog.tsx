import { Button, Checkbox, TextInput } from '@mantine/core';
import type { ArrivalShare, NewArrivalShare, RoadOrder } from '@rastro/fleet/orders';
import { useQuery } from '@tanstack/react-query';
import { Check, Copy, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { failureIn, valueOf } from '../../kernel/queries/query-client.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { whatsappLink } from '../../kernel/sharing/share-terms.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { DialogActions, DialogFailure, Modal } from '../../ui/dialog/modal.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './orders.module.css';
import { AGAIN_MS, ORDERS_KEY } from './use-orders.ts';

interface ArrivalDialogProps {
  readonly order: RoadOrder;
  readonly onClose: () => void;
}

/** Lets the customer of an order follow its arrival, and ends that. */
export function ArrivalDialog({ order, onClose }: ArrivalDialogProps) {
  const { t } = useTranslation('orders');
  const failureText = useFailureText();
  const { data, error } = useArrivalShare(order.id);
  const [made, setMade] = useState<NewArrivalShare | null>(null);
  const [isEnding, setEnding] = useState(false);
  if (isEnding) return <EndDialog order={order} onClose={() => setEnding(false)} />;
  if (made !== null) return <MadeLink order={order} made={made} onClose={onClose} />;
  return (
    <Modal title={t('orders:arrival.title')} lead={t('orders:arrival.lead')} onClose={onClose}>
      <DialogFailure text={error === null ? null : failureText(failureIn(error))} />
      {data === undefined && error === null && <p role="status">{t('orders:loading')}</p>}
      {data !== undefined && (
        <ShareForm
          order={order}
          share={data}
          onMade={setMade}
          onEnd={() => setEnding(true)}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

function useArrivalShare(id: number) {
  const { arrivals } = useServices().extension;
  return useQuery<ArrivalShare>({
    queryKey: [...ORDERS_KEY, 'arrival', id],
    refetchInterval: ({ state }) => (state.error === null ? AGAIN_MS : false),
    queryFn: async ({ signal }) => valueOf(await arrivals.read(id, signal)),
  });
}

interface ShareFormProps {
  readonly order: RoadOrder;
  readonly share: ArrivalShare;
  readonly onMade: (made: NewArrivalShare) => void;
  readonly onEnd: () => void;
  readonly onClose: () => void;
}
function ShareForm({ order, share, onMade, onEnd, onClose }: ShareFormProps) {
  const { t } = useTranslation(['orders', 'common']);
  const { arrivals } = useServices().extension;
  const { may } = useRights();
  const format = useFormat();
  const failureText = useFailureText();
  const [showsDriver, setShowsDriver] = useState(share.showsDriver);
  const { busy, failure, run } = useWrite<boolean, NewArrivalShare>(
    (shown, signal) => arrivals.share(order.id, { showsDriver: shown }, signal),
    { touches: ORDERS_KEY },
  );
  const make = async (): Promise<void> => {
    const answer = await run(showsDriver);
    if (answer?.ok === true) onMade(answer.value);
  };
  const { isShared, sharedTime, lastUsedTime } = share;
  return (
    <>
      {isShared && sharedTime !== null && (
        <p className={styles.sharing}>
          {t('orders:arrival.shared', { time: format.dateTime(Date.parse(sharedTime)) })}{' '}
          {lastUsedTime === null
            ? t('orders:arrival.unused')
            : t('orders:arrival.used', { time: format.dateTime(Date.parse(lastUsedTime)) })}
        </p>
      )}
      <Checkbox
        className={styles.showsDriver}
        label={t('orders:arrival.showsDriver')}
        checked={showsDriver}
        onChange={(event) => setShowsDriver(event.currentTarget.checked)}
      />
      <DialogFailure text={failure && failureText(failure)} />
      <DialogActions>
        {isShared && may('share.delete') && (
          <Button variant="default" disabled={busy} onClick={onEnd}>
            {t('orders:arrival.end')}
          </Button>
        )}
        <Button variant="default" disabled={busy} onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button loading={busy} onClick={() => void make()}>
          {t(isShared ? 'orders:arrival.another' : 'orders:arrival.make')}
        </Button>
      </DialogActions>
    </>
  );
}

interface MadeLinkProps extends ArrivalDialogProps {
  readonly made: NewArrivalShare;
}
function MadeLink({ order: { customer }, made: { token }, onClose }: MadeLinkProps) {
  const { t } = useTranslation('orders');
  const { isCopied, copy } = useCopy();
  const link = new URL(`/arrival/${token}`, location.origin).href;
  return (
    <Modal title={t('orders:arrival.title')} lead={t('orders:arrival.once')} isQuestion onClose={onClose}>
      <div className={styles.linkLine}>
        <TextInput
          className={styles.link}
          aria-label={t('orders:arrival.link')}
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant="default"
          leftSection={isCopied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
          onClick={() => void copy(link)}
        >
          {t(isCopied ? 'orders:arrival.copied' : 'orders:arrival.copy')}
        </Button>
      </div>
      <QrCode text={link} label={t('orders:arrival.code')} />
      <DialogActions>
        <Button
          component="a"
          variant="default"
          href={whatsappLink(t('orders:arrival.message', { customer, link }))}
          target="_blank"
          rel="noreferrer"
          leftSection={<MessageCircle size={15} aria-hidden />}
        >
          {t('orders:arrival.whatsapp')}
        </Button>
        <Button onClick={onClose}>{t('orders:close')}</Button>
      </DialogActions>
    </Modal>
  );
}

function EndDialog({ order, onClose }: ArrivalDialogProps) {
  const { t } = useTranslation('orders');
  const { arrivals } = useServices().extension;
  const failureText = useFailureText();
  const { busy, failure, run } = useWrite((id: number, signal) => arrivals.end(id, signal), {
    touches: ORDERS_KEY,
  });
  const end = async (): Promise<void> => {
    if ((await run(order.id))?.ok === true) onClose();
  };
  return (
    <ConfirmDialog
      title={t('orders:arrival.endTitle')}
      text={t('orders:arrival.endText')}
      confirm={t('orders:arrival.endConfirm')}
      busy={busy}
      failure={failure && failureText(failure)}
      onConfirm={() => void end()}
      onCancel={onClose}
    />
  );
}
