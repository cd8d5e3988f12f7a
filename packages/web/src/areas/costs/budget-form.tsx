import { FIELD_LIMITS } from '@rastro/fleet';
import {
  BUDGET_SPANS,
  COST_KINDS,
  type Budget,
  type BudgetContent,
  type BudgetNow,
  type CostKind,
} from '@rastro/fleet/costs';
import { useTranslation } from 'react-i18next';
import { moneySign } from '../../i18n/number-text.ts';
import { VehicleField } from '../../kernel/fleet/vehicle-field.tsx';
import { useGroupNames } from '../../kernel/queries/use-group-names.ts';
import { FormDialog } from '../../kernel/screens/form-dialog.tsx';
import { useSendForm } from '../../kernel/screens/use-send-form.ts';
import { useServices } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import type { FieldTable } from '../../ui/fields/field-table.ts';
import { amountText, centsIn, type CostReader } from './cost-values.ts';
import { COSTS_KEY } from './use-costs.ts';
import { useCostReader } from './use-cost-reader.ts';

const SUBJECTS = ['all', 'group', 'vehicle'] as const;
/** Values as they are typed. */
interface Values extends Pick<BudgetContent, 'name' | 'deviceId' | 'groupId' | 'span'> {
  readonly subject: (typeof SUBJECTS)[number];
  readonly kind: CostKind | '';
  readonly amount: string;
}
interface BudgetFormProps {
  /** Null = a new one. */
  readonly budget: BudgetNow | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** A budget; what was typed stays when it cannot be saved. */
export function BudgetForm({ budget, onDone, onClose }: BudgetFormProps) {
  const { t } = useTranslation('costs');
  const { costs } = useServices().extension;
  const reader = useCostReader();
  const { deviceId = 0, groupId = 0 } = budget ?? {};
  const form = useSendForm<Values, Budget>({
    initial: {
      name: budget?.name ?? '',
      subject: deviceId > 0 ? 'vehicle' : groupId > 0 ? 'group' : 'all',
      deviceId,
      groupId,
      kind: budget?.kind ?? '',
      span: budget?.span ?? 'month',
      amount: amountText(budget?.cents, reader.language),
    },
    fields: useFields(reader),
    write: (values, signal) => {
      const written = writtenBudget(values, reader);
      return budget === null
        ? costs.makeBudget(written, signal)
        : costs.changeBudget(budget.id, { ...written, version: budget.version }, signal);
    },
    touches: COSTS_KEY,
    onDone,
  });
  return (
    <FormDialog
      form={form}
      title={t(budget === null ? 'costs:budgets.new' : 'costs:budgets.edit')}
      lead={t('costs:budgets.lead')}
      submit={t('costs:form.save')}
      onClose={onClose}
    />
  );
}

const writtenBudget = (
  { name, subject, deviceId, groupId, kind, span, amount }: Values,
  { language }: CostReader,
): BudgetContent => ({
  name: name.trim(),
  deviceId: subject === 'vehicle' ? deviceId : 0,
  groupId: subject === 'group' ? groupId : 0,
  kind: kind === '' ? null : kind,
  span,
  cents: centsIn(amount, language) ?? 0,
});

function useFields({ language }: CostReader): (values: Values) => FieldTable<Values> {
  const { t } = useTranslation('costs');
  const subjects = useSubjectFields();
  const limits = FIELD_LIMITS.cost;
  return (values) => {
    const cents = centsIn(values.amount, language);
    return {
      name: {
        kind: 'text',
        label: t('costs:budgets.field.name'),
        maxLength: limits.budget,
        required: t('costs:budgets.nameMissing'),
      },
      ...subjects(values),
      kind: {
        kind: 'select',
        label: t('costs:field.kind'),
        options: [
          { value: '', label: t('costs:filter.anyKind') },
          ...COST_KINDS.map((value) => ({ value, label: t(`costs:kind.${value}`) })),
        ],
      },
      span: {
        kind: 'select',
        label: t('costs:budgets.field.span'),
        options: BUDGET_SPANS.map((value) => ({ value, label: t(`costs:budgets.span.${value}`) })),
      },
      amount: {
        kind: 'text',
        label: t('costs:form.amount', { money: moneySign(language) }),
        required: t('costs:form.amountMissing'),
        problem:
          (cents === null && t('costs:form.amountWrong')) ||
          (cents !== null && cents <= 0 && t('costs:budgets.amountPositive')) ||
          ((cents ?? 0) > limits.cents && t('costs:form.tooMuch')),
        input: { inputMode: 'decimal' },
      },
    };
  };
}

/** All vehicles, a group or a vehicle, and which. */
function useSubjectFields(): (values: Values) => FieldTable<Values> {
  const { t } = useTranslation('costs');
  const { may } = useRights();
  const groups = useGroupNames();
  const offered = SUBJECTS.filter((subject) => subject !== 'group' || may('groups.view'));
  return ({ subject, deviceId, groupId }) => ({
    subject: {
      kind: 'select',
      label: t('costs:budgets.field.of'),
      options: offered.map((value) => ({ value, label: t(`costs:budgets.subject.${value}`) })),
    },
    deviceId: {
      kind: 'custom',
      label: t('costs:field.vehicle'),
      isHidden: subject !== 'vehicle',
      problem: deviceId === 0 && t('costs:form.vehicleMissing'),
      render: (props) => <VehicleField {...props} clear={t('costs:form.clearVehicle')} />,
    },
    groupId: {
      kind: 'select',
      label: t('costs:report.each.group'),
      hint: t('costs:budgets.groupHint'),
      isHidden: subject !== 'group',
      problem: groupId === 0 && t('costs:budgets.groupMissing'),
      options: [
        { value: 0, label: '–' },
        ...[...groups]
          .map(([value, label]) => ({ value, label }))
          .toSorted((a, b) => a.label.localeCompare(b.label)),
      ],
    },
  });
}
