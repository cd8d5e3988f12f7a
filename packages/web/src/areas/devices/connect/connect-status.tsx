import { Button } from '@mantine/core';
import type { Device } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFleet } from '../../../kernel/fleet/fleet-context.tsx';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import { useWrite } from '../../../kernel/queries/use-write.ts';
import { useServices, useSignedIn } from '../../../kernel/services.tsx';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import { useDeviceRights } from '../rights/use-device-rights.ts';
import type { ConnectVerdict } from './connect-verdict.ts';
import styles from './connect.module.css';

export interface ConnectStatusProps {
  readonly deviceId: number;
  readonly verdict: ConnectVerdict;
  readonly protocol: string | null;
  readonly port: number | null;
}

/** The dot: gray and what is known to be wrong, green with the first message. */
export function ConnectStatus({ deviceId, verdict, protocol, port }: ConnectStatusProps) {
  const { t } = useTranslation('connect');
  const format = useFormat();
  const { user } = useSignedIn();
  const { kind } = verdict;
  const hasReported = kind === 'connected' || kind === 'noFix';
  const values = {
    protocol: protocol ?? '',
    port: port === null ? '' : String(port),
    at: kind === 'wrongPort' ? format.moment(verdict.at) : '',
    reason: kind === 'undecoded' ? verdict.reason : '',
  };
  const key =
    kind === 'refused'
      ? `refused.${verdict.reason}`
      : kind === 'noListener' && user.administrator
        ? 'noListenerAdmin'
        : kind === 'silent' && port === null
          ? 'silentAnywhere'
          : kind;
  return (
    <section className={styles.status} data-reported={hasReported} aria-label={t('connect:status')}>
      <p className={styles.state} role="status">
        <span className={styles.dot} aria-hidden />
        {t(hasReported ? 'connect:heard' : 'connect:waiting')}
      </p>
      <p className={styles.advice}>{t(`connect:verdict.${key}`, values)}</p>
      {kind === 'unknown' && (
        <ul className={styles.callers}>
          {verdict.callers.map((caller) => (
            <li key={caller.uniqueId} className={styles.caller}>
              <span className={styles.code}>{caller.uniqueId}</span>
              <span className={styles.detail}>
                {caller.protocol} · {format.moment(Date.parse(caller.at))}
              </span>
              <UseIdentifier deviceId={deviceId} uniqueId={caller.uniqueId} />
            </li>
          ))}
        </ul>
      )}
      <p className={styles.links}>
        <Link className={styles.link} to={`/devices/${deviceId}`}>
          {t('connect:toVehicle')}
        </Link>
        {!hasReported && user.administrator && (
          <Link className={styles.link} to="/stock?tab=unassigned">
            {t('connect:toUnassigned')}
          </Link>
        )}
      </p>
    </section>
  );
}

/** The vehicle gets the identifier that its tracker says. */
function UseIdentifier({ deviceId, uniqueId }: { readonly deviceId: number; readonly uniqueId: string }) {
  const { t } = useTranslation('connect');
  const { client } = useServices();
  const { mayEdit } = useDeviceRights();
  const fleet = useFleet();
  const failureText = useFailureText();
  const { busy, failure, run } = useWrite<string, Device>(
    async (id, signal) => {
      // The whole device is written, so it begins with what the server has now.
      const found = await client.devices.read(deviceId, signal);
      return found.ok ? client.devices.update({ ...found.value, uniqueId: id }, signal) : found;
    },
    { touches: ['connection', deviceId] },
  );
  if (!mayEdit) return null;
  return (
    <>
      <Button
        size="compact-xs"
        variant="light"
        loading={busy}
        aria-label={t('connect:useIdentifierOf', { id: uniqueId })}
        onClick={() => void run(uniqueId).then(() => fleet?.refresh())}
      >
        {t('connect:useIdentifier')}
      </Button>
      {failure !== null && (
        <span className={styles.wrong} role="alert">
          {failureText(failure)}
        </span>
      )}
    </>
  );
}
