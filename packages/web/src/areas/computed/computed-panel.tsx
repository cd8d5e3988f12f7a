import type { ComputedAttribute } from '@rastro/fleet';
import { MATH_NAMES } from '@rastro/fleet/expressions';
import { Autocomplete, NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useVehicle } from '../../kernel/fleet/fleet-context.tsx';
import { ATTRIBUTE_KINDS } from '../../kernel/formats/attribute-kinds.ts';
import { LinksButton } from '../../kernel/links/links-button.tsx';
import { EntityScreen } from '../../kernel/screens/entity-screen.tsx';
import { useEntityEditor } from '../../kernel/screens/use-entity-editor.ts';
import { useServices } from '../../kernel/services.tsx';
import { useFeature } from '../../kernel/use-feature.ts';
import { EntityForm } from '../../ui/entity-form.tsx';
import styles from '../../ui/form.module.css';
import { Panel } from '../../ui/panel.tsx';
import {
  changedComputed,
  checkComputed,
  computedValues,
  MAX_LENGTH,
  MAX_NAME,
  NEW,
  TYPES,
  type ComputedField,
  type ComputedValues,
} from './computed-values.ts';
import { ExpressionField } from './expression-field.tsx';
import { ExpressionPreview } from './expression-preview.tsx';
import { COMPUTED_KEY, useComputed } from './use-computed.ts';
import { useComputedRights } from './use-computed-rights.ts';

const LIST = '/computed';
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
  const { t } = useTranslation('computed');
  const { computedId } = useParams();
  return (
    <EntityScreen
      id={computedId}
      query={useComputed()}
      blank={NEW}
      title={t('computed:one')}
      back={LIST}
      gone={t('computed:gone')}
    >
      {(attribute) => <ComputedEditor saved={attribute} />}
    </EntityScreen>
  );
}

function ComputedEditor({ saved }: { readonly saved: ComputedAttribute }) {
  const { t } = useTranslation('computed');
  const { client } = useServices();
  const { may } = useComputedRights();
  const [values, setValues] = useState(() => computedValues(saved));
  const [deviceId, setDeviceId] = useState<number | null>(null);
  const isNew = saved.id <= 0;
  const mayEdit = may(isNew ? 'computed.create' : 'computed.edit');
  const hasTries = useFeature('expressionTries');
  const { form, question, isChecked } = useEntityEditor({
    saved,
    calls: client.computed,
    listKey: COMPUTED_KEY,
    list: LIST,
    values,
    valuesOf: computedValues,
    changed: changedComputed,
    isWrong: (now) => checkComputed(now).size > 0,
    mayEdit,
    deletion: may('computed.delete')
      ? {
          label: t('computed:delete.start'),
          title: t('computed:delete.title', { name: saved.description }),
          text: t('computed:delete.text'),
        }
      : null,
  });
  const change = (part: Partial<ComputedValues>): void => setValues((old) => ({ ...old, ...part }));
  return (
    <Panel title={isNew ? t('computed:newTitle') : saved.description} back={LIST} tall>
      <EntityForm {...form} readonlyText={t('computed:readonly')}>
        <ComputedFields
          values={values}
          deviceId={deviceId}
          problems={isChecked ? checkComputed(values) : new Set()}
          mayEdit={mayEdit}
          onChange={change}
        />
        {mayEdit && hasTries && (
          <ExpressionPreview
            attribute={changedComputed(saved, values)}
            deviceId={deviceId}
            onChoose={setDeviceId}
          />
        )}
        {!isNew && (
          <p className={styles.group}>
            <span>
              <LinksButton subject={{ kind: 'attribute', id: saved.id, name: saved.description }} />
            </span>
          </p>
        )}
        {question}
      </EntityForm>
    </Panel>
  );
}

interface ComputedFieldsProps {
  readonly values: ComputedValues;
  /** Device whose newest attributes are offered, too. */
  readonly deviceId: number | null;
  readonly problems: ReadonlySet<ComputedField>;
  readonly mayEdit: boolean;
  readonly onChange: (part: Partial<ComputedValues>) => void;
}

function ComputedFields({ values, deviceId, problems, mayEdit, onChange }: ComputedFieldsProps) {
  const { t } = useTranslation('computed');
  const sent = useVehicle(deviceId ?? 0)?.position?.attributes;
  const names = useMemo(() => [...new Set([...Object.keys(sent ?? {}), ...KNOWN])], [sent]);
  const targets = useMemo(
    () =>
      [
        ...new Set([...WRITTEN_FIELDS, ...Object.keys(sent ?? {}), ...Object.keys(ATTRIBUTE_KINDS)]),
      ].toSorted(),
    [sent],
  );
  return (
    <fieldset className={styles.group} disabled={!mayEdit}>
      <TextInput
        label={t('computed:description')}
        withAsterisk
        maxLength={MAX_LENGTH}
        value={values.description}
        error={problems.has('description') ? t('computed:descriptionRequired') : null}
        onChange={({ currentTarget: { value } }) => onChange({ description: value })}
      />
      <Autocomplete
        label={t('computed:attribute')}
        description={t('computed:attributeHint')}
        withAsterisk
        limit={8}
        maxLength={MAX_NAME}
        data={targets}
        value={values.attribute}
        error={problems.has('attribute') ? t('computed:attributeRequired') : null}
        onChange={(attribute) => onChange({ attribute })}
      />
      <NativeSelect
        label={t('computed:type')}
        value={values.type}
        data={[...new Set([...TYPES, values.type])].map((value) => ({
          value,
          label: t(`computed:types.${value}`, { defaultValue: value }),
        }))}
        onChange={({ currentTarget: { value } }) => onChange({ type: value })}
      />
      <ExpressionField
        value={values.expression}
        isChecked={problems.has('expression')}
        names={names}
        onChange={(expression) => onChange({ expression })}
      />
      <TextInput
        label={t('computed:priority')}
        description={t('computed:priorityHint')}
        inputMode="numeric"
        value={values.priority}
        error={problems.has('priority') ? t('computed:priorityWrong') : null}
        onChange={({ currentTarget: { value } }) => onChange({ priority: value })}
      />
    </fieldset>
  );
}
