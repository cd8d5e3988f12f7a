import { Button } from '@mantine/core';
import type { ResellerCustomer } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { beginAsOther } from '../../kernel/impersonation/begin-as-other.ts';
import { ImpersonateButton } from '../../kernel/impersonation/impersonate-button.tsx';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { DialogActions, Modal } from '../../ui/dialog/modal.tsx';
import { CUSTOMER_FIELDS, useCustomerFieldText } from './customer-fields.ts';
import styles from './resellers.module.css';
import { useIsBilling } from './use-customers.ts';

export interface CustomerDialogProps {
  readonly customer: ResellerCustomer;
  readonly onGo: (path: string) => void;
  readonly onClose: () => void;
}

/** One customer, with the actions for them. */
export function CustomerDialog({ customer, onGo, onClose }: CustomerDialogProps) {
  const { t } = useTranslation('reseller');
  const isBilling = useIsBilling();
  const texts = useCustomerFieldText()(customer);
  const { userId, name, users } = customer;
  const go = (path: string) => (): void => {
    onClose();
    onGo(path);
  };
  return (
    <Modal title={name} onClose={onClose}>
      <dl className={styles.list}>
        {CUSTOMER_FIELDS.filter((field) => texts[field] !== '').map((field) => (
          <div key={field} className={styles.fact}>
            <dt>{t(`reseller:fact.${field}`)}</dt>
            <dd>{texts[field]}</dd>
          </div>
        ))}
      </dl>
      <DialogActions>
        {users > 0 && (
          <Button variant="default" onClick={go(`/reseller?of=${userId}`)}>
            {t('reseller:below')}
          </Button>
        )}
        <ImpersonateCustomer userId={userId} />
        {isBilling && (
          <Button variant="default" onClick={go(`/billing?customer=${userId}`)}>
            {t('reseller:invoices')}
          </Button>
        )}
        {isBilling && (
          <Button variant="default" onClick={go(`/users/${userId}?tab=billing`)}>
            {t('reseller:price')}
          </Button>
        )}
        <Button variant="default" onClick={go(`/users/${userId}`)}>
          {t('reseller:open')}
        </Button>
        <Button onClick={onClose}>{t('reseller:close')}</Button>
      </DialogActions>
    </Modal>
  );
}

/** Button to impersonate a customer, shown once their rights are known: only for a user who holds all of them. */
function ImpersonateCustomer({ userId }: { readonly userId: number }) {
  const { client } = useServices();
  const { data } = useQuery({
    queryKey: ['resellers', 'user', userId],
    queryFn: async ({ signal }) => valueOf(await client.users.read(userId, signal)),
  });
  return data === undefined ? null : (
    <ImpersonateButton user={{ ...data, password: null }} onDone={beginAsOther} size="sm" />
  );
}
