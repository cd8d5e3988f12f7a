import { attributeInError } from '@rastro/fleet';
import type { QueryKey } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { EntityFormProps } from '../../ui/entity-form.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.tsx';
import { useEntityWrites, type EntityWriteCalls } from '../queries/use-entity-writes.ts';
import { withNotice, type Notice } from './use-notice.ts';

export interface EditorOptions<T extends { readonly id: number }, V> {
  /** As it is saved; an id that is not above 0 is not there yet. */
  readonly saved: T;
  readonly calls: EntityWriteCalls<T>;
  /** Begins the keys of the lists that it is in. */
  readonly listKey: QueryKey;
  /** Where the form closes to. */
  readonly list: string;
  /** Where it leads after a new one was made; absent = to the list. */
  readonly afterNew?: (id: number) => string;
  /** Values of the fields; the caller owns the state, so that the rest of the screen may share it. */
  readonly values: V;
  /** Initial values of the fields. */
  readonly valuesOf: (entity: T) => V;
  /** The object to write. */
  readonly changed: (entity: T, values: V) => T;
  /** @returns whether anything is wrong with them. */
  readonly isWrong: (values: V) => boolean;
  /** The server does not take what was written into an attribute; its name, with the brand. */
  readonly onRejected?: (attribute: string) => void;
  readonly mayEdit: boolean;
  /** Text of the question before a deletion; null = it may not be deleted. */
  readonly deletion: {
    readonly label: string;
    readonly title: string;
    readonly text: string;
    readonly confirm?: string;
  } | null;
}
export interface Editor {
  /** The user tried to save: errors are shown now. */
  readonly isChecked: boolean;
  /** The attribute that the server rejected, with the brand: shown at its field. Null = none. */
  readonly rejected: string | null;
  /** For `EntityForm`. */
  readonly form: Omit<EntityFormProps, 'children'>;
  /** Asked when unsaved input is left; put it anywhere in the form. */
  readonly question: ReactNode;
  /** A field was changed: the previous error is cleared. */
  readonly forget: () => void;
}

/**
 * The editor of every manager: values are checked before they are sent, input stays when it is rejected, leaving
 * unsaved input needs a confirmation, and the list shows the result.
 */
export function useEntityEditor<T extends { readonly id: number }, V>(options: EditorOptions<T, V>): Editor {
  const { calls, listKey, list, values, changed, isWrong, mayEdit, deletion } = options;
  const navigate = useNavigate();
  const failureText = useFailureText();
  const writes = useEntityWrites(calls, listKey);
  // As the form got it: what others change meanwhile must not move under the user's hands.
  const [saved] = useState(options.saved);
  const [isChecked, setChecked] = useState(false);
  const [isAsking, setAsking] = useState(false);
  // What would be written counts: a space too many, or a line that is still empty, is nothing to lose.
  const before = changed(saved, options.valuesOf(saved));
  const isDirty = JSON.stringify(changed(saved, values)) !== JSON.stringify(before);
  const guard = useUnsavedGuard(mayEdit && isDirty);
  const close = (notice: Notice, madeId?: number): void => {
    guard.release();
    const path = madeId === undefined ? list : (options.afterNew?.(madeId) ?? list);
    void navigate(path, withNotice(notice, madeId));
  };
  const textOf = (failure: typeof writes.saveFailure): string | null =>
    failure === null ? null : failureText(failure);
  return {
    isChecked,
    rejected: writes.saveFailure && attributeInError(writes.saveFailure.message),
    question: guard.question,
    forget: writes.forget,
    form: {
      mayEdit,
      busy: writes.busy,
      failure: textOf(writes.saveFailure),
      onSave: () => {
        setChecked(true);
        if (isWrong(values)) return;
        void writes.save(changed(saved, values), { opened: saved, before }).then((answer) => {
          if (answer?.ok === true) return close('saved', saved.id > 0 ? undefined : answer.value.id);
          const rejected = answer && attributeInError(answer.error.message);
          if (rejected !== null) options.onRejected?.(rejected);
        });
      },
      ...(deletion !== null &&
        saved.id > 0 && {
          deletion: {
            ...deletion,
            isAsking,
            failure: textOf(writes.removeFailure),
            onAsk: (asks: boolean) => {
              writes.forget();
              setAsking(asks);
            },
            onConfirm: () => void writes.remove(saved.id).then((isGone) => isGone && close('deleted')),
          },
        }),
    },
  };
}
