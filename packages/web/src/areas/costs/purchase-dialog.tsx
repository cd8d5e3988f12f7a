import { Button } from '@mantine/core';
import type { VehiclePurchase } from '@rastro/fleet/costs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useServices } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { DialogActions, Modal } from '../../ui/dialog/modal.tsx';
import styles from './costs.module.css';
import { PurchaseForm } from './purchase-form.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

interface PurchaseDialogProps {
  readonly deviceId: number;
  /** Of the vehicle. */
  readonly name: string;
  /** Several, where it changed hands. */
  readonly purchases: readonly VehiclePurchase[];
  readonly onClose: () => void;
}
/** Purchase of a vehicle, and what can be done about it; without one, the form. */
export function PurchaseDialog({ deviceId, name, purchases, onClose }: PurchaseDialogProps) {
  const { t } = useTranslation('costs');
  const { costs } = useServices().extension;
  const { may, isReadonly } = useRights();
  const [action, setAction] = useState<'edit' | 'remove' | null>(null);
  const back = (): void => setAction(null);
  // The latest is the one that goes on.
  const purchase = purchases.toSorted((a, b) => b.day.localeCompare(a.day))[0] ?? null;
  if (purchase === null || action === 'edit')
    return (
      <PurchaseForm
        deviceId={deviceId}
        name={name}
        purchase={purchase}
        onDone={purchase === null ? onClose : back}
        onClose={purchase === null ? onClose : back}
      />
    );
  if (action === 'remove')
    return (
      <RemoveDialog
        title={t('costs:ownership.remove')}
        text={t('costs:ownership.removeText', { name })}
        write={(signal) => costs.removePurchase({ deviceId, ownerId: purchase.ownerId }, signal)}
        onBack={back}
        onRemoved={onClose}
      />
    );
  return (
    <Modal title={name} onClose={onClose}>
      <Readings purchase={purchase} />
      <DialogActions>
        {!isReadonly && may('costs.delete') && (
          <Button variant="default" onClick={() => setAction('remove')}>
            {t('costs:remove.open')}
          </Button>
        )}
        {!isReadonly && may('costs.edit') && (
          <Button variant="default" onClick={() => setAction('edit')}>
            {t('costs:edit')}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {t('costs:close')}
        </Button>
      </DialogActions>
    </Modal>
  );
}

function Readings({ purchase }: { readonly purchase: VehiclePurchase }) {
  const { t } = useTranslation('costs');
  const format = useFormat();
  const { day, cents, months, residualCents, sale } = purchase;
  const readings = [
    ['day', format.day(day)],
    ['price', format.money(cents)],
    ['months', t('costs:ownership.months', { count: months })],
    ['residual', format.money(residualCents)],
    ['saleDay', sale === null ? t('costs:ownership.notSold') : format.day(sale.day)],
    ['salePrice', sale === null ? '' : format.money(sale.cents)],
  ] as const;
  return (
    <dl className={styles.readings}>
      {readings
        .filter(([, text]) => text !== '')
        .map(([label, text]) => (
          <div key={label}>
            <dt>{t(`costs:ownership.field.${label}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  );
}
