import type { CostContent, CostLine } from '@rastro/fleet/costs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kernel/screens/form-dialog.tsx';
import { useSendForm } from '../../kernel/screens/use-send-form.ts';
import { useServices } from '../../kernel/services.tsx';
import { useCostFields } from './cost-fields.tsx';
import { valuesOf, writtenCost, type CostValues } from './cost-values.ts';
import { COSTS_KEY, useToday } from './use-costs.ts';
import { useCostReader } from './use-cost-reader.ts';

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
  const form = useSendForm<CostValues, CostLine>({
    initial: valuesOf({ from: today, to: today, ...draft }, reader),
    fields: useCostFields(reader, line),
    write: (values, signal) => {
      const written = writtenCost(values, reader, draft);
      return line === null
        ? costs.make({ ...written, requestId }, signal)
        : costs.change(line.id, { ...written, version: line.version }, signal);
    },
    touches: COSTS_KEY,
    onDone,
  });
  const title = line !== null ? 'edit' : (draft.cents ?? 0) < 0 ? 'credit' : 'new';
  return (
    <FormDialog
      form={form}
      title={t(`costs:form.${title}`)}
      submit={t('costs:form.save')}
      onClose={onClose}
    />
  );
}
