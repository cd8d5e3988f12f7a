import { Button } from '@mantine/core';
import type { IntegrationTest } from '@rastro/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './integrations.module.css';

export interface TryButtonProps {
  readonly what: 'payment' | 'smtp';
  readonly label: string;
  /** Message after a success. */
  readonly success: string;
  /** The form has unsaved changes: the server would test other values. */
  readonly isDirty: boolean;
}

/** Tries what is saved, and says what came of it in the words of the other side. */
export function TryButton({ what, label, success, isDirty }: TryButtonProps) {
  const { t } = useTranslation('integrations');
  const failureText = useFailureText();
  const { extension } = useServices();
  const [result, setResult] = useState<IntegrationTest | null>(null);
  const { busy, failure, run } = useWrite<null, IntegrationTest>((_input, signal) =>
    extension.integrations.test(what, signal),
  );
  const attempt = async (): Promise<void> => {
    setResult(null);
    const answer = await run(null);
    if (answer?.ok === true) setResult(answer.value);
  };
  const why = isDirty ? t('integrations:saveFirst') : failure === null ? null : failureText(failure);
  return (
    <div className={styles.attempt}>
      <Button variant="default" loading={busy} disabled={isDirty} onClick={() => void attempt()}>
        {label}
      </Button>
      <div role="status" className={styles.result} data-ok={result?.isOk}>
        {why ?? (result && <TestOutcome result={result} success={success} />)}
      </div>
    </div>
  );
}

function TestOutcome({
  result: { isOk, code, detail },
  success,
}: {
  result: IntegrationTest;
  success: string;
}) {
  const { t } = useTranslation('integrations');
  if (isOk) return success;
  return (
    <>
      {t(`integrations:result.${code}`)}
      {detail !== '' && <span className={styles.detail}>{detail}</span>}
    </>
  );
}
