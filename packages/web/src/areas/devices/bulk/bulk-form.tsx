import { Button, NativeSelect } from '@mantine/core';
import type { Device } from '@rastro/fleet';
import { X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { IconAction } from '../../../ui/icon-action.tsx';
import batch from '../batch/batch.module.css';
import { checkField, type FieldProblem } from '../fields/check-field.ts';
import { fieldOf, type FieldName } from '../fields/device-fields.ts';
import type { NumberWriting } from '../fields/field-text.ts';
import { FieldInput, useFieldLabel } from '../fields/field-input.tsx';
import { useFieldContext } from '../fields/use-field-context.ts';
import { useSafeDeletion } from '../form/delete-device.tsx';
import { useDeviceRights } from '../rights/use-device-rights.ts';
import { BULK_FIELDS, changesOf, type BulkChange } from './plan-bulk.ts';
import { ValuesNow } from './values-now.tsx';

export interface BulkFormProps {
  readonly devices: readonly Device[];
  readonly onEdit: (changed: readonly Device[]) => void;
  /** null = this user may not. */
  readonly onDelete: (() => void) | null;
}

/** Chooses fields and what they are to be. */
export function BulkForm({ devices, onEdit, onDelete }: BulkFormProps) {
  const { t } = useTranslation('devicebulk');
  const context = useFieldContext();
  const { mayEdit, mayWrite } = useDeviceRights();
  const [change, setChange] = useState<BulkChange>({});
  const names = BULK_FIELDS.filter((name) => change[name] !== undefined);
  const left = BULK_FIELDS.filter((name) => change[name] === undefined && mayWrite(fieldOf(name)));
  const isRight = isComplete(change, context);
  const changed = useMemo(
    () => (isComplete(change, context) ? changesOf(devices, change, context) : []),
    [devices, change, context],
  );
  const put = (name: FieldName, text: string | undefined): void =>
    setChange(({ [name]: _old, ...rest }) => (text === undefined ? rest : { ...rest, [name]: text }));
  const counts = { changing: changed.length, total: devices.length, same: devices.length - changed.length };

  return (
    <>
      <div className={batch.body}>
        <p className={batch.text}>{t('devicebulk:chosen', { count: devices.length })}</p>
        {mayEdit && (
          <>
            <p className={batch.text}>{t('devicebulk:intro')}</p>
            <fieldset className={batch.fieldSet}>
              {names.map((name) => (
                <ChosenField
                  key={name}
                  name={name}
                  text={change[name] ?? ''}
                  devices={devices}
                  onChange={(text) => put(name, text)}
                />
              ))}
              <AddField names={left} onAdd={(name) => put(name, '')} />
            </fieldset>
          </>
        )}
        {onDelete !== null && <Deletion count={devices.length} onDelete={onDelete} />}
      </div>
      {mayEdit && (
        <footer className={batch.footer}>
          <span className={batch.footerText} role="status">
            {names.length > 0 && isRight && t('devicebulk:willChange', counts)}
          </span>
          <Button disabled={changed.length === 0} onClick={() => onEdit(changed)}>
            {t('devicebulk:apply', { count: changed.length })}
          </Button>
        </footer>
      )}
    </>
  );
}

/** Deletes all that are chosen, after a question. */
function Deletion({ count, onDelete }: { readonly count: number; readonly onDelete: () => void }) {
  const { t } = useTranslation(['devicebulk', 'deviceform']);
  const isSafe = useSafeDeletion();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button className={batch.danger ?? ''} size="xs" onClick={() => setAsking(true)}>
        {t('devicebulk:delete.start', { count })}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('devicebulk:delete.title', { count })}
          text={t(isSafe ? 'deviceform:delete.safeText' : 'deviceform:delete.text')}
          confirm={t('devicebulk:delete.start', { count })}
          onConfirm={() => {
            setAsking(false);
            onDelete();
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

interface ChosenFieldProps {
  readonly name: FieldName;
  readonly text: string;
  readonly devices: readonly Device[];
  /** undefined = it stays as it is. */
  readonly onChange: (text: string | undefined) => void;
}

/** A field that is to change, next to its present values. */
function ChosenField({ name, text, devices, onChange }: ChosenFieldProps) {
  const { t } = useTranslation(['devicebulk', 'deviceform']);
  const context = useFieldContext();
  const labelOf = useFieldLabel();
  const problem = checkField(fieldOf(name), text, context);
  return (
    <div className={batch.chosen}>
      <FieldInput
        field={fieldOf(name)}
        value={text}
        problem={problem === null ? null : t(`deviceform:problem.${problem}`)}
        onChange={onChange}
      />
      <IconAction
        label={t('devicebulk:remove', { field: labelOf(fieldOf(name)) })}
        onClick={() => onChange(undefined)}
      >
        <X size={16} aria-hidden />
      </IconAction>
      <ValuesNow devices={devices} name={name} />
    </div>
  );
}

function AddField({ names, onAdd }: { names: readonly FieldName[]; onAdd: (name: FieldName) => void }) {
  const { t } = useTranslation('devicebulk');
  const labelOf = useFieldLabel();
  return (
    <NativeSelect
      label={t('devicebulk:add')}
      value=""
      data={[
        { value: '', label: t('devicebulk:addHint') },
        ...names.map((name) => ({ value: name, label: labelOf(fieldOf(name)) })),
      ]}
      onChange={({ currentTarget: { value } }) => {
        const name = names.find((each) => each === value);
        if (name !== undefined) onAdd(name);
      }}
    />
  );
}

const problemOf = (change: BulkChange, name: FieldName, writing: NumberWriting): FieldProblem | null =>
  change[name] === undefined ? null : checkField(fieldOf(name), change[name], writing);
const isComplete = (change: BulkChange, writing: NumberWriting): boolean =>
  BULK_FIELDS.every((name) => problemOf(change, name, writing) === null);
