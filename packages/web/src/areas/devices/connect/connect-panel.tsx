import { USUAL_PORTS } from '@rastro/protocols/setups';
import type { DeviceConnection } from '@rastro/fleet';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useHasGone, useVehicle } from '../../../kernel/fleet/fleet-context.tsx';
import { failureIn } from '../../../kernel/queries/query-client.ts';
import type { Vehicle } from '../../../live/fleet.ts';
import { ListLoading, ListMessage } from '../../../ui/list/list-state.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import { useNow } from '../../../ui/use-now.ts';
import { MissingVehicle } from '../panel/missing-vehicle.tsx';
import { useDeviceRights } from '../rights/use-device-rights.ts';
import { useConnectMemory } from './connect-memory.ts';
import { ConnectStatus } from './connect-status.tsx';
import { connectVerdict } from './connect-verdict.ts';
import styles from './connect.module.css';
import { CopyableValue, PhoneSetup } from './phone-setup.tsx';
import {
  AddressField,
  ApnFields,
  ModelField,
  modelOf,
  PasswordField,
  setupOf,
  type SetupEntries,
} from './setup-fields.tsx';
import { SetupMessages } from './setup-messages.tsx';
import { isUnreachable, suggestedHost } from './tracker-address.ts';
import { useConnection } from './use-connection.ts';

const ROW_PX = 60;
const CHECK_MS = 30_000;

/** `/devices/:deviceId/connect`: from a saved vehicle to the first message of its tracker. */
export function ConnectPanel() {
  const { t } = useTranslation('connect');
  const { deviceId } = useParams();
  const id = Number(deviceId);
  const vehicle = useVehicle(id);
  const hasGone = useHasGone(id);
  return (
    <Panel
      title={vehicle === undefined ? t('connect:title') : t('connect:titleOf', { name: vehicle.device.name })}
      back={`/devices/${id}`}
      expandable
      tall
    >
      {vehicle === undefined ? (
        <MissingVehicle key={id} hasGone={hasGone} />
      ) : (
        <Connect key={id} vehicle={vehicle} />
      )}
    </Panel>
  );
}

function Connect({ vehicle }: { readonly vehicle: Vehicle }) {
  const { t } = useTranslation('connect');
  const failureText = useFailureText();
  const [lastUpdateBefore] = useState(vehicle.device.status === 'online' ? null : vehicle.device.lastUpdate);
  const isWaiting = vehicle.device.lastUpdate === lastUpdateBefore;
  const { data, error, refetch } = useConnection(vehicle.device.id, isWaiting);
  // What is known stays on the screen while the network fails for a moment.
  if (data !== undefined)
    return <ConnectSteps vehicle={vehicle} connection={data} lastUpdateBefore={lastUpdateBefore} />;
  if (error === null) return <ListLoading rowPx={ROW_PX} />;
  return (
    <ListMessage
      role="alert"
      title={t('connect:failed')}
      text={failureText(failureIn(error))}
      action={{ label: t('common:list.retry'), onClick: () => void refetch() }}
    />
  );
}

interface ConnectStepsProps {
  readonly vehicle: Vehicle;
  readonly connection: DeviceConnection | null;
  readonly lastUpdateBefore: string | null;
}

function useEntries({ vehicle, connection }: Pick<ConnectStepsProps, 'vehicle' | 'connection'>) {
  const { memory, remember } = useConnectMemory();
  const suggested = suggestedHost(location.hostname, connection?.host ?? null);
  const [entries, setEntries] = useState<SetupEntries>(() => ({
    model: modelOf(vehicle.device.model) || memory.model,
    host: memory.host === '' || isUnreachable(memory.host) ? suggested : memory.host,
    apn: memory.apn,
    user: memory.user,
    secret: memory.secret,
    password: null,
  }));
  return {
    entries,
    change: (part: Partial<SetupEntries>): void => setEntries((old) => ({ ...old, ...part })),
    onUsed: (): void => {
      const { model, host, apn, user, secret } = entries;
      remember({ model, host: host === suggested ? '' : host, apn, user, secret });
    },
  };
}

function ConnectSteps({ vehicle, connection, lastUpdateBefore }: ConnectStepsProps) {
  const { t } = useTranslation('connect');
  const { device } = vehicle;
  const now = useNow(CHECK_MS);
  const { entries, change, onUsed } = useEntries({ vehicle, connection });
  const setup = setupOf(entries.model);
  const protocol = setup?.protocol ?? null;
  const port = portOf(connection, protocol);
  const verdict = connectVerdict({ vehicle, lastUpdateBefore, connection, protocol, now });
  const fields = { entries, onChange: change };
  const isPhone = setup?.transport === 'HTTP';
  const { host, apn, user, secret } = entries;
  const password = entries.password ?? setup?.password ?? '';
  const values = { host, port: port ?? 0, apn, user, secret, password, uniqueId: device.uniqueId };
  return (
    // What scrolls is reached by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls.
    <div className={styles.page} tabIndex={0}>
      <ConnectStatus deviceId={device.id} {...{ verdict, protocol, port }} />
      <Step title={t('connect:step.model')}>
        <ModelField {...fields} />
        {setup !== null && <Identifier vehicle={vehicle} kind={setup.identifier} />}
      </Step>
      {setup !== null && (
        <Step title={t('connect:step.address')}>
          <AddressField {...fields} />
          {port !== null && (
            <dl className={styles.facts}>
              <CopyableValue name={t('connect:port', { transport: setup.transport })} value={String(port)} />
            </dl>
          )}
          {connection === null && <p className={styles.warning}>{t('connect:foreignPort')}</p>}
        </Step>
      )}
      {setup !== null && isPhone && port !== null && (
        <Step title={t('connect:step.phone')}>
          <PhoneSetup host={host} port={port} uniqueId={device.uniqueId} />
        </Step>
      )}
      {setup !== null && !isPhone && (
        <>
          <Step title={t('connect:step.apn')}>
            <ApnFields {...fields} />
          </Step>
          {port !== null && (
            <Step title={t('connect:step.messages')}>
              <PasswordField {...fields} setup={setup} />
              <SetupMessages
                {...{ setup, values, onUsed }}
                deviceId={device.id}
                phone={device.phone === '' ? null : device.phone}
              />
            </Step>
          )}
        </>
      )}
    </div>
  );
}

/** The real port; of a foreign tracking server the usual one; null = there is no listener. */
function portOf(connection: DeviceConnection | null, protocol: string | null): number | null {
  if (protocol === null) return null;
  if (connection === null) return USUAL_PORTS[protocol] ?? null;
  return connection.listeners.find((each) => each.protocol === protocol)?.port ?? null;
}

function Step({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.step} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  );
}

interface IdentifierProps {
  readonly vehicle: Vehicle;
  readonly kind: 'imei' | 'lastNine' | 'label' | 'terminal' | 'chosen';
}

/** Identifier that the tracker must send, to compare with its label. */
function Identifier({ vehicle: { device }, kind }: IdentifierProps) {
  const { t } = useTranslation('connect');
  const { mayEdit } = useDeviceRights();
  return (
    <>
      <dl className={styles.facts}>
        <CopyableValue name={t('connect:identifier')} value={device.uniqueId} />
      </dl>
      <p className={styles.detail}>
        {t(`connect:identifierHint.${kind}`)}{' '}
        {mayEdit && <Link to={`/devices/${device.id}/edit`}>{t('connect:correct')}</Link>}
      </p>
    </>
  );
}
