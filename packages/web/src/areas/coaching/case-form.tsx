import { Button, NativeSelect, Textarea } from '@mantine/core';
import { FIELD_LIMITS, isQrDriver, isShared, type User } from '@rastro/fleet';
import { CASE_STATES } from '@rastro/fleet/coaching';
import type { CaseChange } from '@rastro/tracking-client';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { mayHaveUsers } from '../../kernel/use-rights.ts';
import { DialogFailure } from '../../ui/dialog/modal.tsx';
import { SearchedSelect } from '../../ui/searched-select.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { detailsOf, type Row } from './coaching-filter.ts';
import styles from './coaching.module.css';
import { COACHING_KEY } from './use-coaching.ts';

/** Users who can talk to a driver: oneself, and those below. */
function useAssignees(row: Row): readonly { readonly value: string; readonly label: string }[] {
  const { t } = useTranslation('coaching');
  const { client } = useServices();
  const { user, branding } = useSignedIn();
  const { data } = useQuery<readonly User[]>({
    queryKey: ['users'],
    enabled: mayHaveUsers(user),
    queryFn: async ({ signal }) => valueOf(await client.users.list({}, signal)),
  });
  return useMemo(() => {
    const others = (data ?? []).filter(
      (each) => each.id !== user.id && !each.disabled && !isShared(each) && !isQrDriver(each, branding.brand),
    );
    const { assigneeId = 0, assigneeName = '' } = row.coachingCase ?? {};
    const known = new Map(others.map(({ id, name }) => [String(id), name]));
    if (assigneeId > 0) known.set(String(assigneeId), assigneeName);
    known.set(String(user.id), t('coaching:case.me', { name: user.name }));
    return [...known].map(([value, label]) => ({ value, label }));
  }, [data, user, branding.brand, row.coachingCase, t]);
}

interface CaseFormProps {
  readonly row: Row;
  readonly onSaved: () => void;
}

type CaseValues = Pick<CaseChange, 'state' | 'assigneeId' | 'note'>;
interface CaseFormProps {
  readonly row: Row;
  readonly onSaved: () => void;
}

/** State, assignee and note of a case. What was typed stays when it cannot be saved. */
export function CaseForm({ row, onSaved }: CaseFormProps) {
  const { t } = useTranslation('coaching');
  const { extension } = useServices();
  const failureText = useFailureText();
  const stored = row.coachingCase;
  const { state = 'open', assigneeId = 0, note = '' } = stored ?? {};
  const [values, setValues] = useState<CaseValues>({ state, assigneeId, note });
  const { busy, failure, run } = useWrite(
    (change: CaseChange, signal) => extension.coaching.change(change, signal),
    { touches: COACHING_KEY },
  );
  const lacksAssignee = values.state === 'assigned' && values.assigneeId === 0;
  const save = async (): Promise<void> => {
    if (lacksAssignee || busy) return;
    const { deviceId, kind, startTime } = detailsOf(row);
    const change = { deviceId, kind, startTime, version: stored?.version ?? 0, ...values };
    if ((await run(change))?.ok === true) onSaved();
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <CaseFields
        row={row}
        values={values}
        lacksAssignee={lacksAssignee}
        onChange={(part) => setValues((old) => ({ ...old, ...part }))}
      />
      <DialogFailure text={failure && failureText(failure)} />
      <div className={styles.buttons}>
        <Button type="submit" loading={busy}>
          {t('coaching:case.save')}
        </Button>
      </div>
    </form>
  );
}

interface CaseFieldsProps {
  readonly row: Row;
  readonly values: CaseValues;
  readonly lacksAssignee: boolean;
  readonly onChange: (part: Partial<CaseValues>) => void;
}
function CaseFields({ row, values: { state, assigneeId, note }, lacksAssignee, onChange }: CaseFieldsProps) {
  const { t } = useTranslation('coaching');
  const options = useAssignees(row);
  const assign = (value: string): void =>
    // Who names somebody means that they take it.
    onChange({
      assigneeId: Number(value) || 0,
      ...(value !== '' && state === 'open' ? { state: 'assigned' } : {}),
    });
  return (
    <>
      <NativeSelect
        label={t('coaching:case.state')}
        value={state}
        data={CASE_STATES.map((value) => ({ value, label: t(`coaching:state.${value}`) }))}
        onChange={({ currentTarget }) =>
          onChange({ state: CASE_STATES.find((each) => each === currentTarget.value) ?? 'open' })
        }
      />
      <SearchedSelect
        label={t('coaching:case.assignee')}
        placeholder={t('coaching:filter.nobody')}
        clearable
        error={lacksAssignee ? t('coaching:case.needsAssignee') : null}
        options={options}
        value={assigneeId === 0 ? '' : String(assigneeId)}
        onChange={assign}
      />
      <Textarea
        label={t('coaching:case.note')}
        value={note}
        maxLength={FIELD_LIMITS.coaching.note}
        rows={3}
        onChange={({ currentTarget }) => onChange({ note: currentTarget.value })}
      />
    </>
  );
}
