import { Button } from '@mantine/core';
import { MAX_RECEIPT_BYTES, MAX_RECEIPTS } from '@rastro/fleet/costs';
import { Paperclip } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogFailure } from '../../ui/dialog/modal.tsx';
import { readReceipts, RECEIPT_FILES, type NewReceipt, type ReceiptMistake } from './receipt-files.ts';

interface ChooseReceiptsProps {
  /** Receipts that the line may still get. */
  readonly room: number;
  readonly disabled: boolean;
  readonly onChosen: (receipts: readonly NewReceipt[]) => void;
}
const MEGABYTE = 1_000_000;

/** Chooses pictures and PDFs of receipts, and says which cannot be taken. */
export function ChooseReceipts({ room, disabled, onChosen }: ChooseReceiptsProps) {
  const { t } = useTranslation('costs');
  const input = useRef<HTMLInputElement>(null);
  const [mistake, setMistake] = useState<ReceiptMistake | null>(null);
  const [isReading, setReading] = useState(false);
  const take = async (files: readonly File[]): Promise<void> => {
    setReading(true);
    const read = await readReceipts(files, room);
    setReading(false);
    setMistake(read.mistake);
    if (read.receipts.length > 0) onChosen(read.receipts);
  };
  const values = { max: MAX_RECEIPTS, megabytes: MAX_RECEIPT_BYTES / MEGABYTE };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={RECEIPT_FILES}
        aria-label={t('costs:receipts.choose')}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          if (files.length > 0) void take(files);
        }}
      />
      <Button
        size="xs"
        variant="default"
        leftSection={<Paperclip size={14} aria-hidden />}
        disabled={disabled || isReading || room <= 0}
        loading={isReading}
        onClick={() => input.current?.click()}
      >
        {t('costs:receipts.add')}
      </Button>
      <DialogFailure text={mistake && t(`costs:receipts.mistake.${mistake}`, values)} />
    </>
  );
}
