import type { Answer } from '@rastro/tracking-client';
import { useState, type ReactNode } from 'react';
import type { EntityFormProps } from '../../ui/entity-form.tsx';
import { wrongField, type FieldsForm, type FieldTable } from '../../ui/fields/field-table.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.tsx';
import { useWrite } from '../queries/use-write.ts';

export interface SettingsFormOptions<V, T> {
  readonly initial: V;
  readonly mayEdit: boolean;
  /** The fields for these values. */
  readonly fields: (values: V) => FieldTable<V>;
  readonly write: (
    change: { readonly before: V; readonly after: V },
    signal: AbortSignal,
  ) => Promise<Answer<T>>;
  /** It is saved. @returns what the fields hold from now on. */
  readonly onSaved: (written: T, values: V) => V;
  /** Message after a save. */
  readonly success: string;
}

export interface SettingsFormState<V> extends FieldsForm<V> {
  /** Something is not saved yet. */
  readonly isDirty: boolean;
  /** For `EntityForm`. */
  readonly frame: Omit<EntityFormProps, 'children'>;
  /** Asked when unsaved input is left; put it anywhere in the form. */
  readonly question: ReactNode;
}

/** The form of what exists once and stays open: the own account, the installation. */
export function useSettingsForm<V extends object, T>(
  options: SettingsFormOptions<V, T>,
): SettingsFormState<V> {
  const { mayEdit, onSaved, success } = options;
  const failureText = useFailureText();
  const [saved, setSaved] = useState(options.initial);
  const [values, setValues] = useState(saved);
  const [isChecked, setChecked] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const { busy, failure, run, forget } = useWrite(options.write);
  const isDirty = JSON.stringify(values) !== JSON.stringify(saved);
  const guard = useUnsavedGuard(mayEdit && isDirty);
  const fields = options.fields(values);
  const save = async (): Promise<void> => {
    setChecked(true);
    setIsSaved(false);
    forget();
    if (wrongField(fields, values) !== null) return;
    const answer = await run({ before: saved, after: values });
    if (answer?.ok !== true) return;
    const now = onSaved(answer.value, values);
    setSaved(now);
    setValues(now);
    setChecked(false);
    setIsSaved(true);
  };
  const put = (part: object): void => {
    forget();
    setIsSaved(false);
    setValues((old) => ({ ...old, ...part }));
  };
  return {
    values,
    fields,
    mayEdit,
    isChecked,
    isDirty,
    question: guard.question,
    change: put,
    put,
    frame: {
      mayEdit,
      busy,
      failure: failure === null ? null : failureText(failure),
      success: isSaved ? success : null,
      onSave: () => void save(),
    },
  };
}
