import { ActionIcon, Button, TextInput } from '@mantine/core';
import type { ApiFailure } from '@rastro/tracking-client';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions, DialogFailure, Modal } from '../../../ui/dialog/modal.tsx';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import { checkName, MAX_VIEWS, moved, renamed, MAX_NAME_LENGTH, type SavedView } from './saved-views.ts';
import styles from './views.module.css';

export interface ViewsDialogProps {
  readonly views: readonly SavedView[];
  /** Query of the list on screen. */
  readonly query: string;
  readonly onChange: (views: readonly SavedView[]) => Promise<ApiFailure | null>;
  readonly onClose: () => void;
}

/** Names the present view, and puts the saved ones in order. */
export function ViewsDialog({ views, query, onChange, onClose }: ViewsDialogProps) {
  const { t } = useTranslation('views');
  const failureText = useFailureText();
  const [name, setName] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [failed, setFailed] = useState<ApiFailure | null>(null);
  const problem = isChecked ? checkName(views, name, null) : null;
  const change = (next: readonly SavedView[]): void => {
    setFailed(null);
    void onChange(next).then(setFailed);
  };
  const add = (event: FormEvent): void => {
    event.preventDefault();
    // React passes the event on through portals: no form around is meant.
    event.stopPropagation();
    setChecked(true);
    if (checkName(views, name, null) !== null || views.length >= MAX_VIEWS) return;
    change([...views, { name: name.trim(), query }]);
    setName('');
    setChecked(false);
  };
  return (
    <Modal title={t('views:title')} lead={t('views:lead')} onClose={onClose}>
      <form className={styles.add} onSubmit={add} noValidate>
        <TextInput
          className={styles.name}
          label={t('views:name')}
          maxLength={MAX_NAME_LENGTH}
          value={name}
          error={problem === null ? null : t(`views:problem.${problem}`)}
          disabled={views.length >= MAX_VIEWS}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={views.length >= MAX_VIEWS}>
          {t('views:save')}
        </Button>
      </form>
      <DialogFailure text={failed === null ? null : failureText(failed)} />
      <ul className={styles.rows} aria-label={t('views:list')}>
        {views.map((view, at) => (
          <ViewRow key={view.name} views={views} at={at} onChange={change} />
        ))}
      </ul>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('views:close')}
        </Button>
      </DialogActions>
    </Modal>
  );
}

interface ViewRowProps {
  readonly views: readonly SavedView[];
  readonly at: number;
  readonly onChange: (views: readonly SavedView[]) => void;
}

/** One view: a new name counts when the field is left. */
function ViewRow({ views, at, onChange }: ViewRowProps) {
  const { t } = useTranslation('views');
  const name = views[at]?.name ?? '';
  const [draft, setDraft] = useState(name);
  const problem = checkName(views, draft, at);
  const rename = (): void => {
    if (problem === null && draft.trim() !== name) onChange(renamed(views, at, draft));
  };
  return (
    <li className={styles.row}>
      <TextInput
        className={styles.name}
        aria-label={t('views:rename', { name })}
        maxLength={MAX_NAME_LENGTH}
        value={draft}
        error={problem === null ? null : t(`views:problem.${problem}`)}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={rename}
        onKeyDown={(event) => event.key === 'Enter' && rename()}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        disabled={at === 0}
        aria-label={t('views:up', { name })}
        onClick={() => onChange(moved(views, at, -1))}
      >
        <ArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        disabled={at === views.length - 1}
        aria-label={t('views:down', { name })}
        onClick={() => onChange(moved(views, at, 1))}
      >
        <ArrowDown size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('views:delete', { name })}
        onClick={() => onChange(views.toSpliced(at, 1))}
      >
        <Trash2 size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}
