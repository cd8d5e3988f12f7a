import { attributeInError } from '@rastro/fleet';
import type { QueryKey } from '@tanstack/react-query';
import { useState, type Dispatch, type ReactNode, type SetStateAction } from 'react';
import { useNavigate } from 'react-router';
import type { EntityFormProps } from '../../ui/entity-form.tsx';
import { wrongField, type FieldsForm, type FieldTable } from '../../ui/fields/field-table.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.tsx';
import { useEntityWrites, type EntityWriteCalls, type EntityWrites } from '../queries/use-entity-writes.ts';
import type { EntityRights } from './use-entity-rights.ts';
import { withNotice, type Notice } from './use-notice.ts';

export interface FieldsContext<V> {
  /** Attribute that the server rejected, with the brand; null = none. */
  readonly rejected: string | null;
  readonly change: (part: Partial<V>) => void;
}

export interface EntityFormOptions<T extends { readonly id: number }, V extends object> extends EntityRights {
  /** The stored entity; an id of 0 or less = not created yet. */
  readonly saved: T;
  /** Calls that write it, with these values. */
  readonly callsOf: (values: V) => EntityWriteCalls<T>;
  /** Begins the keys of the lists that it is in. */
  readonly listKey: QueryKey;
  /** Address of the list, to which the form closes. */
  readonly list: string;
  /** Address to which it leads after a new one was made; absent = to the list. */
  readonly afterNew?: (id: number) => string;
  /** Initial values of the fields. */
  readonly valuesOf: (entity: T) => V;
  /** The object to write. */
  readonly changed: (entity: T, values: V) => T;
  /** The fields for these values. */
  readonly fields: (values: V, context: FieldsContext<V>) => FieldTable<V>;
  /** Is something wrong that has no field in the table? */
  readonly isWrong?: (values: V) => boolean;
  /** State of the values, where the rest of the screen shares it. */
  readonly state?: readonly [values: V, set: Dispatch<SetStateAction<V>>];
  /** Saving failed at the named field, or at an attribute that the server rejected: brings it into sight. */
  readonly onWrong?: (wrong: string | { readonly attribute: string }) => void;
  /** The question before a deletion. */
  readonly deletion: {
    readonly label: string;
    readonly title: string;
    readonly text: string;
    readonly confirm?: string;
  };
}

export interface EntityFormState<V> extends FieldsForm<V> {
  readonly isNew: boolean;
  /** Address of the list. */
  readonly list: string;
  /** For `EntityForm`. */
  readonly frame: Omit<EntityFormProps, 'children'>;
  /** Asked when unsaved input is left; put it anywhere in the form. */
  readonly question: ReactNode;
}

/**
 * The form of every manager: values are checked before they are sent, input stays when it is rejected, leaving unsaved
 * input needs a confirmation, and the list shows the result.
 */
export function useEntityForm<T extends { readonly id: number }, V extends object>(
  options: EntityFormOptions<T, V>,
): EntityFormState<V> {
  const { listKey, list, changed, mayEdit, mayDelete } = options;
  const navigate = useNavigate();
  const failureText = useFailureText();
  // As the form got it: what others change meanwhile must not move under the user's hands.
  const [saved] = useState(options.saved);
  const own = useState(() => options.valuesOf(saved));
  const [values, setValues] = options.state ?? own;
  const writes = useEntityWrites(options.callsOf(values), listKey);
  const [isChecked, setChecked] = useState(false);
  // What would be written counts: a space too many, or a line that is still empty, is nothing to lose.
  const before = changed(saved, options.valuesOf(saved));
  const isDirty = JSON.stringify(changed(saved, values)) !== JSON.stringify(before);
  const guard = useUnsavedGuard(mayEdit && isDirty);
  const rejected = writes.saveFailure && attributeInError(writes.saveFailure.message);
  const put = (part: object): void => {
    // The previous error is about other values.
    if (writes.saveFailure !== null) writes.forget();
    setValues((old) => ({ ...old, ...part }));
  };
  const fields = options.fields(values, { rejected, change: put });
  const close = (notice: Notice, madeId?: number): void => {
    guard.release();
    const path = madeId === undefined ? list : (options.afterNew?.(madeId) ?? list);
    void navigate(path, withNotice(notice, madeId));
  };
  const save = async (): Promise<void> => {
    setChecked(true);
    const wrong = wrongField(fields, values);
    if (wrong !== null) return options.onWrong?.(wrong);
    if (options.isWrong?.(values) === true) return;
    const answer = await writes.save(changed(saved, values), { opened: saved, before });
    if (answer?.ok === true) return close('saved', saved.id > 0 ? undefined : answer.value.id);
    const attribute = answer && attributeInError(answer.error.message);
    if (attribute !== null) options.onWrong?.({ attribute });
  };
  const asked = useDeletion(saved.id, writes, () => close('deleted'));
  return {
    values,
    fields,
    mayEdit,
    isChecked,
    isNew: saved.id <= 0,
    list,
    question: guard.question,
    change: put,
    put,
    frame: {
      mayEdit,
      busy: writes.busy,
      failure: writes.saveFailure === null ? null : failureText(writes.saveFailure),
      onSave: () => void save(),
      ...(mayDelete && saved.id > 0 && { deletion: { ...options.deletion, ...asked } }),
    },
  };
}

/** The question before a deletion. */
function useDeletion<T extends { readonly id: number }>(
  id: number,
  writes: EntityWrites<T>,
  onDeleted: () => void,
) {
  const failureText = useFailureText();
  const [isAsking, setAsking] = useState(false);
  return {
    isAsking,
    failure: writes.removeFailure === null ? null : failureText(writes.removeFailure),
    onAsk: (asks: boolean): void => {
      writes.forget();
      setAsking(asks);
    },
    onConfirm: (): void => void writes.remove(id).then((isGone) => isGone && onDeleted()),
  };
}
