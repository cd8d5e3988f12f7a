import { qrCodeText } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import type { KeptAct } from './kept-acts.ts';
import styles from './qr-driver.module.css';
import type { ActDesk, ToldAct } from './use-act-desk.ts';

/** What became of the last acts, and what still waits for a network. */
export function ToldActs({ desk: { told, waiting, busy } }: { readonly desk: ActDesk }) {
  return (
    <div className={styles.told} role="status">
      {told.map((each) => (
        <Told key={each.act.clientId} told={each} />
      ))}
      {!busy && waiting.map((act) => <Waiting key={act.clientId} act={act} />)}
    </div>
  );
}

function useWords() {
  const { t } = useTranslation('qrdriver');
  const format = useFormat();
  return ({ code, at }: KeptAct): string =>
    code === null
      ? t('qrdriver:act.out', { at: format.dateTime(Date.parse(at)) })
      : t('qrdriver:act.in', { code: qrCodeText(code), at: format.dateTime(Date.parse(at)) });
}

function Waiting({ act }: { readonly act: KeptAct }) {
  const { t } = useTranslation('qrdriver');
  const words = useWords();
  return (
    <p className={styles.card} data-tone="waiting">
      <strong>{words(act)}</strong>
      {t('qrdriver:waiting')}
    </p>
  );
}

function Told({ told: { act, hasWaited, became } }: { readonly told: ToldAct }) {
  const { t } = useTranslation('qrdriver');
  const words = useWords();
  const failureText = useFailureText();
  const said =
    became.kind === 'refused'
      ? failureText(became.failure)
      : act.code === null
        ? t('qrdriver:done.out')
        : became.current === null
          ? t('qrdriver:done.over')
          : t('qrdriver:done.in', { name: became.current.deviceName });
  return (
    <p className={styles.card} data-tone={became.kind}>
      {hasWaited && <strong>{words(act)}</strong>}
      {said}
    </p>
  );
}
