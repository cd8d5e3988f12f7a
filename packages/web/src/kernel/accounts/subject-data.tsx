import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import form from '../../ui/form.module.css';
import { saveFile } from '../../ui/save-file.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { useWrite } from '../queries/use-write.ts';
import { useServices } from '../services.tsx';
import { EraseDialog, type ErasedSubject } from './erase-dialog.tsx';
import styles from './subject-data.module.css';

export interface SubjectDataProps extends ErasedSubject {
  readonly mayTake: boolean;
  readonly mayErase: boolean;
}

/** Exports the stored data of a data subject as a file, or erases it (LGPD). */
export function SubjectData({ of, mayTake, mayErase, list }: SubjectDataProps) {
  const { t } = useTranslation('persondata');
  const { extension } = useServices();
  const failureText = useFailureText();
  const [isAsking, setAsking] = useState(false);
  const { busy, failure, run } = useWrite((_: null, signal) => extension.dataSubjects.data(of, signal));
  if (!mayTake && !mayErase) return null;
  const take = async (): Promise<void> => {
    const answer = await run(null);
    if (answer?.ok === true) saveFile(`${of.kind}-${of.id}.json`, answer.value, 'application/json');
  };
  return (
    <section className={`${form.group} ${styles.data}`} aria-label={t('persondata:title')}>
      <h2 className={`${form.legend} ${styles.title}`}>{t('persondata:title')}</h2>
      <p className={styles.text}>{t(`persondata:text.${of.kind}`)}</p>
      <div className={styles.row}>
        {mayTake && (
          <Button size="xs" variant="default" loading={busy} onClick={() => void take()}>
            {t('persondata:take')}
          </Button>
        )}
        {mayErase && (
          <Button
            size="xs"
            variant="subtle"
            className={form.dangerQuiet ?? ''}
            onClick={() => setAsking(true)}
          >
            {t('persondata:erase')}
          </Button>
        )}
      </div>
      {failure !== null && (
        <p role="alert" className={styles.failed}>
          {failureText(failure)}
        </p>
      )}
      {isAsking && <EraseDialog of={of} list={list} onClose={() => setAsking(false)} />}
    </section>
  );
}
