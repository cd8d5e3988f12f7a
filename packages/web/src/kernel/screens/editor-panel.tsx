import type { ReactNode } from 'react';
import { EntityForm } from '../../ui/entity-form.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { EntityFormState } from './use-entity-form.ts';

export interface EditorPanelProps<V> {
  readonly form: EntityFormState<V>;
  readonly title: string;
  readonly actions?: ReactNode;
  /** Why nothing can be changed; absent = in general words. */
  readonly readonlyText?: string;
  /** Between title and form, e.g. tabs. */
  readonly above?: ReactNode;
  readonly children: ReactNode;
}

/** The panel of an editor: fields, saving and deleting, and the question before unsaved input is lost. */
export function EditorPanel<V extends object>({
  form,
  title,
  actions,
  readonlyText,
  above,
  children,
}: EditorPanelProps<V>) {
  return (
    <Panel title={title} actions={actions} back={form.list} tall>
      {above}
      <EntityForm {...form.frame} {...(readonlyText !== undefined && { readonlyText })}>
        {children}
        {form.question}
      </EntityForm>
    </Panel>
  );
}
