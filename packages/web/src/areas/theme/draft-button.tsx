import { Button } from '@mantine/core';
import type { BrandTheme, Theme } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './theme.module.css';
import type { ThemeActionsProps } from './theme-actions.tsx';
import { checkBrandTheme } from './theme-values.ts';
import { isStale } from './use-theme-write.ts';

/** Stores what is typed for later, visible to no other user. */
export function DraftButton({
  values,
  write,
  onAgain,
}: Pick<ThemeActionsProps, 'values' | 'write' | 'onAgain'>) {
  const { t } = useTranslation('theme');
  const failureText = useFailureText();
  const { busy, failure, run } = useWrite<BrandTheme, Theme>((typed, signal) =>
    write('draft', typed, signal),
  );
  return (
    <>
      {failure !== null && !isStale(failure) && (
        <span className={styles.wrong} role="alert">
          {failureText(failure)}
        </span>
      )}
      <Button
        variant="default"
        loading={busy}
        disabled={Object.keys(checkBrandTheme(values)).length > 0}
        onClick={() =>
          void run(values).then((answer) => answer?.ok === true && onAgain(answer.value, t('theme:saved')))
        }
      >
        {t('theme:draft')}
      </Button>
    </>
  );
}
