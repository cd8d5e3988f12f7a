import type { Answer, ApiFailure } from '@rastro/tracking-client';
import { useState } from 'react';
import { wrongField, type FieldsForm, type FieldTable } from '../../ui/fields/field-table.ts';
import { useWrite, type WriteOptions } from '../queries/use-write.ts';

export interface SendFormOptions<V, T> extends WriteOptions {
  readonly initial: V;
  /** The fields for these values. */
  readonly fields: (values: V) => FieldTable<V>;
  /** Sends values that have no problem. */
  readonly write: (values: V, signal: AbortSignal) => Promise<Answer<T>>;
  readonly onDone: (written: T) => void;
}

export interface SendForm<V> extends FieldsForm<V> {
  readonly busy: boolean;
  readonly failure: ApiFailure | null;
  readonly send: () => void;
}

/** The form of something that is done once, as in a dialog: values are checked and sent, and then it is gone. */
export function useSendForm<V extends object, T>(options: SendFormOptions<V, T>): SendForm<V> {
  const { initial, fields: fieldsOf, write, onDone, ...writeOptions } = options;
  const [values, setValues] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const { busy, failure, run } = useWrite(write, writeOptions);
  const fields = fieldsOf(values);
  const put = (part: object): void => setValues((old) => ({ ...old, ...part }));
  const send = async (): Promise<void> => {
    setChecked(true);
    if (wrongField(fields, values) !== null) return;
    const answer = await run(values);
    if (answer?.ok === true) onDone(answer.value);
  };
  return {
    values,
    fields,
    mayEdit: true,
    isChecked,
    change: put,
    put,
    busy,
    failure,
    send: () => void send(),
  };
}
