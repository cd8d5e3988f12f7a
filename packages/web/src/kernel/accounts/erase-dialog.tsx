import { TextInput } from '@mantine/core';
import type { ErasurePreview } from '@rastro/fleet';
import type { DataSubject } from '@rastro/tracking-client';
import { useQuery, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { DialogFailure, Modal } from '../../ui/dialog/modal.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { failureIn, valueOf } from '../queries/query-client.ts';
import { useWrite } from '../queries/use-write.ts';
import { withNotice } from '../screens/use-notice.ts';
import { useServices } from '../services.tsx';
import styles from './subject-data.module.css';

/** Subject to erase, and the list that no longer contains them afterwards. */
export interface ErasedSubject {
  readonly of: DataSubject;
  readonly list: { readonly path: string; readonly key: QueryKey };
}
export interface EraseDialogProps extends ErasedSubject {
  readonly onClose: () => void;
}

/** Says what goes and what stays, and has the name typed: nothing of it can be undone. */
export function EraseDialog({ of, list, onClose }: EraseDialogProps) {
  const { t } = useTranslation(['persondata', 'common']);
  const { extension } = useServices();
  const navigate = useNavigate();
  const failureText = useFailureText();
  const [name, setName] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { data, error } = usePreview(of);
  const { busy, failure, run } = useWrite(
    (typed: string, signal) => extension.dataSubjects.erase(of, typed, signal),
    { touches: list.key },
  );
  const isRight = data !== undefined && name.trim() === data.name.trim();
  const erase = async (): Promise<void> => {
    setChecked(true);
    if (!isRight || data.people > 0) return;
    if ((await run(name))?.ok === true) void navigate(list.path, withNotice('deleted'));
  };
  const failed = failure ?? (error === null ? null : failureIn(error));
  return (
    <Modal
      title={t('persondata:eraseTitle', { name: data?.name ?? '…' })}
      lead={t('persondata:lead')}
      isQuestion
      busy={busy}
      onClose={onClose}
    >
      <DialogForm
        submit={t('persondata:erase')}
        isDangerous
        busy={busy}
        onSubmit={() => void erase()}
        onCancel={onClose}
      >
        {data === undefined && failed === null && <p role="status">{t('common:loading')}</p>}
        {data !== undefined && <WhatHappens of={of} preview={data} />}
        {data?.people === 0 && (
          <TextInput
            label={t('persondata:typeName', { name: data.name })}
            value={name}
            autoComplete="off"
            error={isChecked && !isRight ? t('persondata:otherName') : null}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <DialogFailure text={failed === null ? null : failureText(failed)} />
      </DialogForm>
    </Modal>
  );
}

function usePreview(of: DataSubject) {
  const { extension } = useServices();
  return useQuery<ErasurePreview>({
    queryKey: ['erasure', of.kind, of.id],
    // It is about now.
    gcTime: 0,
    queryFn: async ({ signal }) => valueOf(await extension.dataSubjects.preview(of, signal)),
  });
}

function WhatHappens({ of, preview }: { readonly of: DataSubject; readonly preview: ErasurePreview }) {
  const { t } = useTranslation('persondata');
  const { people, devices, invoices, checkIns } = preview;
  if (people > 0)
    return (
      <p role="alert" className={styles.failed}>
        {t('persondata:people', { count: people })}
      </p>
    );
  const remaining = [
    ...(invoices > 0 ? [t('persondata:stays.invoices', { count: invoices })] : []),
    ...(devices > 0 ? [t('persondata:stays.devices', { count: devices })] : []),
    ...(checkIns > 0 ? [t('persondata:stays.checkIns', { count: checkIns })] : []),
    t('persondata:stays.log'),
  ];
  return (
    <div className={styles.parts}>
      <h3>{t('persondata:goes.title')}</h3>
      <ul>
        {(['first', 'second'] as const).map((part) => (
          <li key={part}>{t(`persondata:goes.${of.kind}.${part}`)}</li>
        ))}
      </ul>
      <h3>{t('persondata:stays.title')}</h3>
      <ul>
        {remaining.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}
