import { FIELD_LIMITS, type ComputedAttribute } from '@rastro/fleet';
import { MATH_NAMES, parseExpression } from '@rastro/fleet/expressions';
import { Autocomplete } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useVehicle } from '../../kernel/fleet/fleet-context.tsx';
import { ATTRIBUTE_KINDS } from '../../kernel/formats/attribute-kinds.ts';
import { LinksButton } from '../../kernel/links/links-button.tsx';
import { EditorPanel } from '../../kernel/screens/editor-panel.tsx';
import { EntityScreen } from '../../kernel/screens/entity-screen.tsx';
import { useEditorTexts } from '../../kernel/screens/manager-texts.ts';
import { useEntityForm } from '../../kernel/screens/use-entity-form.ts';
import { useServices } from '../../kernel/services.tsx';
import { useFeature } from '../../kernel/use-feature.ts';
import { FieldGroup } from '../../ui/fields/field-group.tsx';
import type { CustomFieldProps, FieldTable } from '../../ui/fields/field-table.ts';
import styles from '../../ui/form.module.css';
import { ExpressionField } from './expression-field.tsx';
import { ExpressionPreview } from './expression-preview.tsx';
import { COMPUTED_KEY, useComputed } from './use-computed.ts';
import { useComputedRights } from './use-computed-rights.ts';

const LIST = '/computed';
const TYPES = ['number', 'string', 'boolean'] as const;
const MAX_PRIORITY = 1_000_000;
const NEW: ComputedAttribute = {
  id: 0,
  description: '',
  attribute: '',
  expression: '',
  type: 'number',
  priority: 0,
};
/** Fields of a position besides its attributes. @source docs/reference/tracking-api.md §6.4 */
const POSITION_FIELDS =
  'speed latitude longitude altitude course accuracy valid address fixTime deviceTime serverTime protocol'.split(
    ' ',
  );
const WRITTEN_FIELDS = 'speed latitude longitude altitude course accuracy valid address'.split(' ');
const MATH = 'math:';
const KNOWN = [...POSITION_FIELDS, ...Object.keys(ATTRIBUTE_KINDS), ...MATH_NAMES.map((name) => MATH + name)];

/** One computed attribute: its expression, and what that makes of a vehicle's positions. */
export function ComputedPanel() {
  const { computedId } = useParams();
  return (
    <EntityScreen
      id={computedId}
      query={useComputed()}
      blank={NEW}
      texts={useEditorTexts('computed:')}
      back={LIST}
    >
      {(attribute) => <ComputedEditor saved={attribute} />}
    </EntityScreen>
  );
}

/** The priority as it is typed. */
type ComputedValues = Omit<ComputedAttribute, 'id' | 'priority'> & { readonly priority: string };

const computedValues = ({ id: _id, ...saved }: ComputedAttribute): ComputedValues => ({
  ...saved,
  priority: String(saved.priority),
});
const changedComputed = (saved: ComputedAttribute, values: ComputedValues): ComputedAttribute => ({
  ...saved,
  description: values.description.trim(),
  attribute: values.attribute.trim(),
  expression: values.expression.trim(),
  type: values.type,
  priority: Number(values.priority) || 0,
});
const isPriority = (text: string): boolean =>
  /^-?\d{1,7}$/.test(text.trim()) && Math.abs(Number(text)) <= MAX_PRIORITY;

/** The fields of a computed attribute. @param deviceId Device whose newest attributes are offered, too. */
function useComputedFields(deviceId: number | null): (values: ComputedValues) => FieldTable<ComputedValues> {
  const { t } = useTranslation('computed');
  const sent = useVehicle(deviceId ?? 0)?.position?.attributes;
  const names = useMemo(() => [...new Set([...Object.keys(sent ?? {}), ...KNOWN])], [sent]);
  return ({ attribute, type, expression, priority }) => ({
    description: {
      kind: 'text',
      label: t('computed:description'),
      required: t('computed:descriptionRequired'),
      maxLength: FIELD_LIMITS.computed.description,
    },
    attribute: {
      kind: 'custom',
      label: t('computed:attribute'),
      hint: t('computed:attributeHint'),
      required: true,
      problem: !/^\S+$/.test(attribute.trim()) && t('computed:attributeRequired'),
      render: (props) => <TargetField {...props} sent={Object.keys(sent ?? {})} />,
    },
    type: {
      kind: 'select',
      label: t('computed:type'),
      options: [...new Set([...TYPES, type])].map((value) => ({
        value,
        label: t(`computed:types.${value}`, { defaultValue: value }),
      })),
    },
    expression: {
      kind: 'custom',
      label: t('computed:expression'),
      // The field itself says what is wrong, and where.
      problem: !parseExpression(expression).ok && t('computed:problem.empty'),
      render: ({ value, error, onChange }) => (
        <ExpressionField value={value} isChecked={error !== null} names={names} onChange={onChange} />
      ),
    },
    priority: {
      kind: 'text',
      label: t('computed:priority'),
      hint: t('computed:priorityHint'),
      problem: !isPriority(priority) && t('computed:priorityWrong'),
      input: { inputMode: 'numeric' },
    },
  });
}

function ComputedEditor({ saved }: { readonly saved: ComputedAttribute }) {
  const { t } = useTranslation('computed');
  const { client } = useServices();
  const { may } = useComputedRights();
  const [deviceId, setDeviceId] = useState<number | null>(null);
  const hasTries = useFeature('expressionTries');
  const form = useEntityForm<ComputedAttribute, ComputedValues>({
    mayEdit: may(saved.id > 0 ? 'computed.edit' : 'computed.create'),
    mayDelete: may('computed.delete'),
    saved,
    callsOf: () => client.computed,
    listKey: COMPUTED_KEY,
    list: LIST,
    valuesOf: computedValues,
    changed: changedComputed,
    fields: useComputedFields(deviceId),
    deletion: useEditorTexts('computed:', { name: saved.description }).deletion,
  });
  return (
    <EditorPanel
      form={form}
      title={form.isNew ? t('computed:newTitle') : saved.description}
      readonlyText={t('computed:readonly')}
    >
      <FieldGroup form={form} />
      {form.mayEdit && hasTries && (
        <ExpressionPreview
          attribute={changedComputed(saved, form.values)}
          deviceId={deviceId}
          onChoose={setDeviceId}
        />
      )}
      {!form.isNew && (
        <p className={styles.group}>
          <span>
            <LinksButton subject={{ kind: 'attribute', id: saved.id, name: saved.description }} />
          </span>
        </p>
      )}
    </EditorPanel>
  );
}

/** Attribute that is written: one that the product knows, or any other. */
function TargetField({
  sent,
  disabled: _disabled,
  ...field
}: CustomFieldProps<string> & { readonly sent: readonly string[] }) {
  return (
    <Autocomplete
      {...field}
      limit={8}
      maxLength={FIELD_LIMITS.computed.attribute}
      data={[...new Set([...WRITTEN_FIELDS, ...sent, ...Object.keys(ATTRIBUTE_KINDS)])].toSorted()}
    />
  );
}
