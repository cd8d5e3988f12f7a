import { ActionIcon, Input } from '@mantine/core';
import { MAX_RECEIPTS } from '@rastro/fleet/costs';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CustomFieldProps } from '../../ui/fields/field-table.ts';
import { ChooseReceipts } from './choose-receipts.tsx';
import styles from './costs.module.css';
import type { NewReceipt } from './receipt-files.ts';

/** Receipts of a new line: they are sent when it is saved, and stay chosen when that fails. */
export function ReceiptsField(props: CustomFieldProps<readonly NewReceipt[]>) {
  const { label, description, error, value, disabled, onChange } = props;
  const { t } = useTranslation('costs');
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error}>
      <div className={styles.receipts}>
        {value.length > 0 && (
          <ul className={styles.chosen}>
            {value.map((receipt, at) => {
              const name = receipt.name === '' ? t('costs:receipts.one', { number: at + 1 }) : receipt.name;
              return (
                <li key={receipt.id}>
                  <span dir="auto">{name}</span>
                  <ActionIcon
                    variant="subtle"
                    aria-label={t('costs:receipts.leaveOut', { name })}
                    onClick={() => onChange(value.filter((each) => each !== receipt))}
                  >
                    <X size={14} aria-hidden />
                  </ActionIcon>
                </li>
              );
            })}
          </ul>
        )}
        <ChooseReceipts
          room={MAX_RECEIPTS - value.length}
          disabled={disabled}
          onChosen={(chosen) => onChange([...value, ...chosen])}
        />
      </div>
    </Input.Wrapper>
  );
}
