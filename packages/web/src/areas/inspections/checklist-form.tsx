import { Checkbox } from '@mantine/core';
import { DEVICE_CATEGORIES, FIELD_LIMITS, matchLanguage } from '@rastro/fleet';
import { INSPECTION_PHASES, type Checklist } from '@rastro/fleet/inspections';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kernel/screens/form-dialog.tsx';
import { useSendForm } from '../../kernel/screens/use-send-form.ts';
import { checklistValues, itemProblem, writtenChecklist, type ChecklistValues } from './checklist-values.ts';
import styles from './inspections.module.css';
import { ItemsField } from './items-field.tsx';
import { useCategoryText } from './use-category-text.ts';
import { INSPECTIONS_KEY, useInspectionCalls } from './use-inspections.ts';

interface ChecklistFormProps {
  /** Null = a new one. */
  readonly checklist: Checklist | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Questions of a checklist, and for which vehicles they are. */
export function ChecklistForm({ checklist, onDone, onClose }: ChecklistFormProps) {
  const { t, i18n } = useTranslation('inspections');
  const calls = useInspectionCalls();
  const language = matchLanguage(i18n.language) ?? 'en';
  const used = Math.max(0, ...(checklist?.items.map(({ id }) => id) ?? []));
  const form = useSendForm<ChecklistValues, Checklist>({
    initial: checklistValues(checklist, language),
    fields: ({ items }) => ({
      name: {
        kind: 'text',
        label: t('inspections:checklist.name'),
        required: t('inspections:checklist.nameMissing'),
        maxLength: FIELD_LIMITS.inspection.name,
      },
      when: {
        kind: 'select',
        label: t('inspections:checklist.when'),
        options: [...INSPECTION_PHASES, 'both' as const].map((value) => ({
          value,
          label: t(`inspections:phase.${value}`),
        })),
      },
      categories: {
        kind: 'custom',
        label: t('inspections:checklist.categories'),
        render: (props) => <CategoriesField {...props} />,
      },
      blocksCheckIn: {
        kind: 'switch',
        label: t('inspections:checklist.blocks'),
        hint: t('inspections:checklist.blocksHint'),
      },
      items: {
        kind: 'custom',
        label: t('inspections:checklist.items'),
        problem:
          items.some((item) => itemProblem(item, language) !== null) && t('inspections:checklist.itemsWrong'),
        render: (props) => <ItemsField {...props} used={used} />,
      },
    }),
    write: (values, signal) => {
      const written = writtenChecklist(values, language);
      return checklist === null
        ? calls.makeChecklist(written, signal)
        : calls.changeChecklist(checklist.id, { ...written, version: checklist.version }, signal);
    },
    touches: INSPECTIONS_KEY,
    onDone,
  });
  return (
    <FormDialog
      form={form}
      title={t(checklist === null ? 'inspections:checklist.new' : 'inspections:checklist.edit')}
      lead={t('inspections:checklist.lead')}
      submit={t('inspections:checklist.save')}
      onClose={onClose}
    />
  );
}

interface CategoriesFieldProps {
  readonly label: string;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}
/** Categories of vehicles; none = all. */
function CategoriesField({ label, value, onChange }: CategoriesFieldProps) {
  const { t } = useTranslation('inspections');
  const categoryText = useCategoryText();
  const offered = [...new Set<string>([...DEVICE_CATEGORIES, ...value])];
  return (
    <details className={styles.categories}>
      <summary>
        {label}:{' '}
        <strong>
          {value.length === 0 ? t('inspections:checklist.allVehicles') : value.map(categoryText).join(', ')}
        </strong>
      </summary>
      <fieldset>
        <legend className={styles.quiet}>{t('inspections:checklist.categoriesHint')}</legend>
        {offered.map((category) => (
          <Checkbox
            key={category}
            size="sm"
            label={categoryText(category)}
            checked={value.includes(category)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...value, category] : value.filter((each) => each !== category))
            }
          />
        ))}
      </fieldset>
    </details>
  );
}
