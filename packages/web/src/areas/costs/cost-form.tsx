import type { CostContent, CostLine } from '@rastro/fleet/costs';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kernel/screens/form-dialog.tsx';
import { useSendForm } from '../../kernel/screens/use-send-form.ts';
import { useServices } from '../../kernel/services.tsx';
import { useCostFields } from './cost-fields.tsx';
import { valuesOf, writtenCost, type CostValues } from './cost-values.ts';
import { sendReceipts } from './send-receipts.ts';
import { COSTS_KEY, useToday } from './use-costs.ts';
import { useCostReader } from './use-cost-reader.ts';
import { useDriverQuery } from './use-fine-driver.ts';

interface CostFormProps {
  /** Null = a new one. */
  readonly line: CostLine | null;
  /** Values that it begins with. */
  readonly draft: Partial<CostContent>;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Everything that is written about a line. What was typed stays when it cannot be saved. */
export function CostForm({ line, draft, onDone, onClose }: CostFormProps) {
  const { t } = useTranslation('costs');
  const { costs } = useServices().extension;
  const reader = useCostReader();
  const today = useToday();
  // A second try after a lost answer makes no second line.
  const [requestId] = useState(() => crypto.randomUUID());
  const withDriver = useDriverOfFine(line === null);
  // A line whose receipts did not arrive is there: the next attempt changes it.
  const [stored, setStored] = useState(line);
  const form = useSendForm<CostValues, CostLine>({
    initial: valuesOf({ from: today, to: today, ...draft }, reader),
    fields: useCostFields(reader, line),
    write: async (values, signal) => {
      const written = await withDriver(writtenCost(values, reader, draft));
      const answer = await (stored === null
        ? costs.make({ ...written, requestId }, signal)
        : costs.change(stored.id, { ...written, version: stored.version }, signal));
      if (!answer.ok || values.receipts.length === 0) return answer;
      setStored(answer.value);
      const onSent = setStored;
      return sendReceipts(costs, { line: answer.value, chosen: values.receipts, onSent }, signal);
    },
    touches: COSTS_KEY,
    onDone,
  });
  const title = line !== null ? 'edit' : (draft.cents ?? 0) < 0 ? 'credit' : 'new';
  return (
    <FormDialog
      form={form}
      title={t(`costs:form.${title}`)}
      {...(line === null && stored !== null && { lead: t('costs:receipts.stored') })}
      submit={t('costs:form.save')}
      onClose={onClose}
    />
  );
}

/** Enters who drove at the minute of a new fine, where the form names nobody. */
function useDriverOfFine(isNew: boolean): (written: CostContent) => Promise<CostContent> {
  const queries = useQueryClient();
  const queryOf = useDriverQuery();
  return async (written) => {
    const { kind, driverUniqueId, deviceId, at } = written;
    if (!isNew || kind !== 'fines' || driverUniqueId !== '' || at === null) return written;
    const query = queryOf({ deviceId, at: Date.parse(at) });
    if (query.enabled !== true) return written;
    // What cannot be asked is not known; the driver can be entered later.
    const found = await queries.ensureQueryData(query).catch(() => null);
    return { ...written, driverUniqueId: found?.driverUniqueId ?? '' };
  };
}
