import { Button, SegmentedControl, TextInput } from '@mantine/core';
import '@mantine/core/styles/SegmentedControl.layer.css';
import type { TrafficMessage } from '@rastro/fleet';
import { Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useVehicle } from '../../kernel/fleet/fleet-context.tsx';
import { failureIn } from '../../kernel/queries/query-client.ts';
import { Panel } from '../../ui/panel.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { RecordingBar } from './recording-bar.tsx';
import { TrafficRow, type RawForm } from './traffic-row.tsx';
import styles from './traffic.module.css';
import { useTraffic } from './use-traffic.ts';
import { ListLoading } from '../../ui/list/list-state.tsx';

/** Rows shown at first and added on request: each may be long. */
const PAGE = 100;

/** Messages between one device and the server, recorded on request. For administrators. */
export function TrafficPanel() {
  const { t } = useTranslation('traffic');
  const { deviceId } = useParams();
  const id = Number(deviceId);
  const vehicle = useVehicle(id);
  const name = vehicle?.device.name;
  return (
    <Panel
      title={name === undefined ? t('traffic:title') : t('traffic:titleOf', { name })}
      back={`/devices/${id}`}
      expandable
    >
      <TrafficView key={id} deviceId={id} />
    </Panel>
  );
}

function TrafficView({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation('traffic');
  const failureText = useFailureText();
  const controls = useTraffic(deviceId);
  const { data, error, refetch } = controls.recording;
  if (data === undefined) {
    return (
      <div className={styles.message} role="status">
        {error === null ? (
          <ListLoading />
        ) : (
          <>
            <p>{failureText(failureIn(error))}</p>
            <Button size="xs" variant="default" onClick={() => void refetch()}>
              {t('traffic:retry')}
            </Button>
          </>
        )}
      </div>
    );
  }
  return (
    <>
      <RecordingBar recording={data} controls={controls} />
      {error !== null && (
        <p className={styles.failure} role="alert">
          {failureText(failureIn(error))}
        </p>
      )}
      {data.messages.length > 0 ? (
        <Messages messages={data.messages} />
      ) : (
        <p className={styles.message} role="status">
          {t(data.state === 'none' ? 'traffic:none' : 'traffic:silent')}
        </p>
      )}
    </>
  );
}

function Messages({ messages }: { messages: readonly TrafficMessage[] }) {
  const { t } = useTranslation('traffic');
  const [wanted, setWanted] = useState('');
  const [form, setForm] = useState<RawForm>('text');
  const [visibleCount, setVisibleCount] = useState(PAGE);
  const needle = wanted.trim().toLowerCase();
  const found = useMemo(
    () => messages.filter((message) => needle === '' || searchTextOf(message).includes(needle)).toReversed(),
    [messages, needle],
  );
  return (
    <>
      <div className={styles.tools}>
        <TextInput
          className={styles.search}
          type="search"
          size="sm"
          aria-label={t('traffic:search')}
          placeholder={t('traffic:search')}
          leftSection={<Search size={16} aria-hidden />}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('traffic:form.label')}
          value={form}
          onChange={(value) => setForm(value === 'hex' ? 'hex' : 'text')}
          data={[
            { value: 'text', label: t('traffic:form.text') },
            { value: 'hex', label: t('traffic:form.hex') },
          ]}
        />
      </div>
      {found.length === 0 ? (
        <p className={styles.message} role="status">
          {t('traffic:noMatch')}
        </p>
      ) : (
        <div className={styles.scroll}>
          <ol className={styles.list} aria-label={t('traffic:messages')}>
            {found.slice(0, visibleCount).map((message) => (
              <TrafficRow key={message.sequence} message={message} form={form} />
            ))}
          </ol>
          {found.length > visibleCount && (
            <Button variant="subtle" fullWidth onClick={() => setVisibleCount(visibleCount + PAGE)}>
              {t('traffic:older', { count: found.length - visibleCount })}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** Everything that a search may find: bytes, text, error, names and values. */
const searchTextOf = ({ hex, text, error, records, protocol }: TrafficMessage): string =>
  `${protocol}\n${hex}\n${text ?? ''}\n${error ?? ''}\n${JSON.stringify(records)}`.toLowerCase();
