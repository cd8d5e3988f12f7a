import type { Answer } from '@rastro/tracking-client';
import { useState, type ReactNode } from 'react';
import type { EntityFormProps } from '../../ui/entity-form.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.tsx';
import { useWrite } from '../queries/use-write.ts';

export interface SettingsEditorOptions<V, T> {
  readonly initial: V;
  readonly mayEdit: boolean;
  /** @returns whether anything is wrong with them. */
  readonly isWrong: (values: V) => boolean;
  readonly write: (
    change: { readonly before: V; readonly after: V },
    signal: AbortSignal,
  ) => Promise<Answer<T>>;
  /** It is saved. @returns what the fields hold from now on. */
  readonly onSaved: (written: T, values: V) => V;
  /** Message after a save. */
  readonly success: string;
}
export interface SettingsEditor<V> {
  readonly values: V;
  readonly change: (part: Partial<V>) => void;
  /** The user tried to save: errors are shown now. */
  readonly isChecked: boolean;
  /** For `EntityForm`. */
  readonly form: Omit<EntityFormProps, 'children'>;
  /** Asked when unsaved input is left; put it anywhere in the form. */
  readonly question: ReactNode;
}

/** The editor of what exists once and stays open: the own account, the installation. */
export function useSettingsEditor<V extends object, T>(
  options: SettingsEditorOptions<V, T>,
): SettingsEditor<V> {
  const { mayEdit, isWrong, onSaved, success } = options;
  const failureText = useFailureText();
  const [saved, setSaved] = useState(options.initial);
  const [values, setValues] = useState(saved);
  const [isChecked, setChecked] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const { busy, failure, run, forget } = useWrite(options.write);
  const guard = useUnsavedGuard(mayEdit && JSON.stringify(values) !== JSON.stringify(saved));
  const save = async (): Promise<void> => {
    setChecked(true);
    setIsSaved(false);
    forget();
    if (isWrong(values)) return;
    const answer = await run({ before: saved, after: values });
    if (answer?.ok !== true) return;
    const now = onSaved(answer.value, values);
    setSaved(now);
    setValues(now);
    setChecked(false);
    setIsSaved(true);
  };
  return {
    values,
    isChecked,
    question: guard.question,
    change: (part) => {
      forget();
      setIsSaved(false);
      setValues((old) => ({ ...old, ...part }));
    },
    form: {
      mayEdit,
      busy,
      failure: failure === null ? null : failureText(failure),
      success: isSaved ? success : null,
      onSave: () => void save(),
    },
  };
}
