import type { Device } from '@rastro/fleet';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { useFleet, useHasGone } from '../../../kernel/fleet/fleet-context.tsx';
import { failureIn, valueOf } from '../../../kernel/queries/query-client.ts';
import { useServices } from '../../../kernel/services.tsx';
import { ListLoading, ListMessage } from '../../../ui/list/list-state.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import { pictureKey } from '../panel/device-picture.tsx';
import { newDevice } from '../fields/device-fields.ts';
import { DeviceForm } from './device-form.tsx';
import styles from './device-form.module.css';
import { linkedDriversKey } from './driver-field.tsx';
import type { Saved } from './save-device.ts';

const LIST = '/devices';
const NEW = newDevice();

/** `/devices/new` and `/devices/:deviceId/edit`. */
export function DeviceFormPanel() {
  const { deviceId } = useParams();
  const id = Number(deviceId ?? 0);
  return id > 0 ? <EditDevice key={id} id={id} /> : <Editor device={NEW} />;
}

/** The form writes the whole device, so it begins with what the server has now. */
function EditDevice({ id }: { id: number }) {
  const { t } = useTranslation(['deviceform', 'devices']);
  const { client } = useServices();
  const failureText = useFailureText();
  const { data, error, refetch } = useQuery<Device>({
    queryKey: ['device', id],
    queryFn: async ({ signal }) => valueOf(await client.devices.read(id, signal)),
    staleTime: 0,
    gcTime: 0,
  });
  if (data !== undefined) return <Editor device={data} />;
  return (
    <Panel title={t('devices:panel.edit')} back={LIST}>
      {error === null ? (
        <ListLoading />
      ) : (
        <ListMessage
          role="alert"
          title={t('devices:panel.missing')}
          text={isGone(error) ? t('deviceform:gone') : failureText(failureIn(error))}
          action={{ label: t('common:list.retry'), onClick: () => void refetch() }}
        />
      )}
    </Panel>
  );
}

const isGone = (error: unknown): boolean =>
  ['DEVICE_ACCESS_DENIED', 'HTTP_404_NOT_FOUND'].includes(failureIn(error).code);

function Editor({ device }: { device: Device }) {
  const { t } = useTranslation(['deviceform', 'devices']);
  const navigate = useNavigate();
  const fleet = useFleet();
  const queries = useQueryClient();
  // What others change meanwhile must not move under the user's hands.
  const [initial] = useState(device);
  const isNew = initial.id <= 0;
  // The form stays: a user who deletes the vehicle here gets the message before the answer is in.
  const hasGone = useHasGone(initial.id);

  const afterSave = ({ device: saved, failures }: Saved): void => {
    fleet?.refresh();
    queries.setQueryData<number>(pictureKey(saved.id), (sent = 0) => sent + 1);
    void queries.invalidateQueries({ queryKey: linkedDriversKey(saved.id) });
    // A new vehicle has no tracker that reports yet.
    if (failures.length === 0) void navigate(`/devices/${saved.id}${isNew ? '/connect' : ''}`);
  };
  return (
    <Panel
      title={isNew ? t('deviceform:new') : t('deviceform:edit', { name: initial.name })}
      back={isNew ? LIST : `/devices/${initial.id}`}
      expandable
      tall
    >
      {hasGone && (
        <p className={styles.gone} role="alert">
          {t('devices:panel.gone')}. {t('devices:panel.goneText')}{' '}
          <Link to={LIST}>{t('devices:panel.toList')}</Link>
        </p>
      )}
      <DeviceForm
        device={initial}
        onSaved={afterSave}
        onDeleted={() => {
          fleet?.refresh();
          void navigate(LIST, { state: { notice: 'deleted' } });
        }}
      />
    </Panel>
  );
}
