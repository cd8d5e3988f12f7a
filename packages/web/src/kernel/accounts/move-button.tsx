import { Button } from '@mantine/core';
import { isQrDriver, isShared, mayBrand, type User } from '@rastro/fleet';
import { useQuery, type QueryKey } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { DialogFailure, Modal } from '../../ui/dialog/modal.tsx';
import { SearchedSelect } from '../../ui/searched-select.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { failureIn, valueOf } from '../queries/query-client.ts';
import { useWrite } from '../queries/use-write.ts';
import { useServices, useSignedIn } from '../services.tsx';
import { useFeature } from '../use-feature.ts';
import { useRights } from '../use-rights.ts';
import styles from './subject-data.module.css';

/** A vehicle, or a user with everyone below them. */
export interface MovedThing {
  readonly kind: 'device' | 'user';
  readonly id: number;
  readonly name: string;
}
export interface MoveButtonProps {
  readonly of: MovedThing;
  /** Lists that change by it. */
  readonly touches: QueryKey;
  readonly onMoved: () => void;
}

/** For administrators and resellers: another customer gets it, with its history. */
export function MoveButton(props: MoveButtonProps) {
  const { t } = useTranslation('persondata');
  const { user, branding } = useSignedIn();
  const { may, isReadonly } = useRights();
  const isOffered = useFeature('customers');
  const [isAsking, setAsking] = useState(false);
  if (!isOffered || isReadonly || !mayBrand(user, branding.brand) || !may('users.edit')) return null;
  return (
    <>
      <span>
        <Button size="xs" variant="default" onClick={() => setAsking(true)}>
          {t('persondata:move.start')}
        </Button>
      </span>
      {isAsking && <MoveDialog {...props} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Asks for the new owner, and shows what will happen. */
function MoveDialog({ of, touches, onMoved, onClose }: MoveButtonProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['persondata', 'common']);
  const { client } = useServices();
  const failureText = useFailureText();
  const [chosen, setChosen] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { receivers, error } = useReceivers(of);
  const { busy, failure, run } = useWrite(
    (userId: number, signal) =>
      of.kind === 'device'
        ? client.devices.move(of.id, userId, signal)
        : client.users.move(of.id, userId, signal),
    { touches },
  );
  const failed = failure ?? (error === null ? null : failureIn(error));
  const move = async (): Promise<void> => {
    setChecked(true);
    if (chosen !== '' && (await run(Number(chosen)))?.ok === true) onMoved();
  };
  return (
    <Modal
      title={t('persondata:move.title', { name: of.name })}
      lead={t(`persondata:move.text.${of.kind}`)}
      isQuestion
      busy={busy}
      onClose={onClose}
    >
      <DialogForm
        submit={t('persondata:move.do')}
        busy={busy}
        onSubmit={() => void move()}
        onCancel={onClose}
      >
        <SearchedSelect
          label={t('persondata:move.to')}
          value={chosen}
          placeholder={receivers === undefined ? t('common:loading') : ''}
          error={isChecked && chosen === '' ? t('persondata:move.choose') : null}
          options={receivers ?? []}
          onChange={setChosen}
        />
        <p className={styles.text}>{t('persondata:move.invoices')}</p>
        <DialogFailure text={failed === null ? null : failureText(failed)} />
      </DialogForm>
    </Modal>
  );
}

/** Possible owners by name: for a user, only those who may have users of their own, or none. */
function useReceivers({ kind, id }: MovedThing) {
  const { t } = useTranslation('persondata');
  const { client } = useServices();
  const { user: actor, branding } = useSignedIn();
  const { data, error } = useQuery<readonly User[]>({
    queryKey: ['users'],
    queryFn: async ({ signal }) => valueOf(await client.users.list({}, signal)),
  });
  const receivers = useMemo(() => {
    const isCustomer = (user: User): boolean =>
      !user.administrator && !isShared(user) && !isQrDriver(user, branding.brand);
    const fits = (user: User): boolean =>
      isCustomer(user) && (kind === 'device' || (user.id !== id && user.userLimit !== 0));
    const own = isCustomer(actor) && !(data ?? []).some((user) => user.id === actor.id) ? [actor] : [];
    const found = data && [...own, ...data].filter(fits).toSorted((a, b) => a.name.localeCompare(b.name));
    const nobody =
      kind === 'user' && actor.administrator ? [{ value: '0', label: t('persondata:move.nobody') }] : [];
    return (
      found && [
        ...nobody,
        ...found.map((user) => ({ value: String(user.id), label: `${user.name} (${user.email})` })),
      ]
    );
  }, [data, actor, branding.brand, kind, id, t]);
  return { receivers, error };
}
