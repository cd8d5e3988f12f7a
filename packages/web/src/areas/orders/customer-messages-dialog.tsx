import { CUSTOMER_MOMENTS, type CustomerMessageState, type CustomerMoment } from '@rastro/fleet/orders';
import { Button } from '@mantine/core';
import { customerMessageCalls } from '@rastro/tracking-client';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureIn, valueOf } from '../../kernel/queries/query-client.ts';
import { FormDialog } from '../../kernel/screens/form-dialog.tsx';
import { useSendForm } from '../../kernel/screens/use-send-form.ts';
import { useServices } from '../../kernel/services.tsx';
import { DialogActions, DialogFailure, Modal } from '../../ui/dialog/modal.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './orders.module.css';
import { ORDERS_KEY } from './use-orders.ts';

/** At which moments the customers of the company get messages. */
export function CustomerMessagesDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['orders', 'common']);
  const { calls } = useServices().extension;
  const failureText = useFailureText();
  const { data, error } = useQuery({
    queryKey: [...ORDERS_KEY, 'messages'],
    queryFn: async ({ signal }) => valueOf(await customerMessageCalls(calls).settings(signal)),
    // What is being edited does not change under the hands of whoever edits it.
    staleTime: Infinity,
    gcTime: 0,
  });
  if (data !== undefined) return <SettingsForm state={data} onClose={onClose} />;
  return (
    <Modal title={t('orders:messages.title')} onClose={onClose}>
      <DialogFailure text={error === null ? null : failureText(failureIn(error))} />
      {error === null && <p role="status">{t('orders:loading')}</p>}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </DialogActions>
    </Modal>
  );
}

type Values = Readonly<Record<CustomerMoment | 'showsDriver' | 'usesText', boolean>>;

function SettingsForm({
  state,
  onClose,
}: {
  readonly state: CustomerMessageState;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('orders');
  const { calls } = useServices().extension;
  const moment = (name: CustomerMoment) =>
    ({
      kind: 'checkbox',
      label: t(`orders:messages.moment.${name}`),
      hint: t(`orders:messages.momentHint.${name}`),
    }) as const;
  const form = useSendForm<Values, CustomerMessageState>({
    initial: {
      ...moments((name) => state.moments.includes(name)),
      showsDriver: state.showsDriver,
      usesText: state.usesText,
    },
    fields: () => ({
      ...moments(moment),
      showsDriver: { kind: 'checkbox', label: t('orders:messages.showsDriver') },
      usesText: {
        kind: 'checkbox',
        label: t('orders:messages.usesText'),
        // Somebody who chose it while there was a gateway can take it back.
        isHidden: !state.canText && !state.usesText,
      },
    }),
    write: ({ showsDriver, usesText, ...chosen }, signal) =>
      customerMessageCalls(calls).change(
        { moments: CUSTOMER_MOMENTS.filter((name) => chosen[name]), showsDriver, usesText },
        signal,
      ),
    touches: ORDERS_KEY,
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t('orders:messages.title')}
      lead={t('orders:messages.lead')}
      submit={t('orders:form.save')}
      onClose={onClose}
    >
      <Conditions state={state} />
    </FormDialog>
  );
}

const moments = <T,>(of: (name: CustomerMoment) => T): Record<CustomerMoment, T> => ({
  planned: of('planned'),
  onTheWay: of('onTheWay'),
  done: of('done'),
  failed: of('failed'),
});

/** Conditions under which nothing, or less, is sent. */
function Conditions({
  state: { canMail, canText, hasLink, mayShare },
}: {
  readonly state: CustomerMessageState;
}) {
  const { t } = useTranslation('orders');
  const missing = [
    ...(canMail ? [] : [t(canText ? 'orders:messages.noMail' : 'orders:messages.nothing')]),
    ...(hasLink ? [] : [t('orders:messages.noLink')]),
    ...(mayShare ? [] : [t('orders:messages.mayNotShare')]),
  ];
  if (missing.length === 0) return null;
  return (
    <p className={styles.quiet} role="note">
      {missing.join(' ')}
    </p>
  );
}
