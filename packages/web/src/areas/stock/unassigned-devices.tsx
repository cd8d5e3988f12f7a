import { Button } from '@mantine/core';
import type { UnassignedDevice } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { Radio } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useFound } from '../../kernel/screens/use-found.ts';
import { SearchedList } from '../../kernel/screens/searched-list.tsx';
import { useListText } from '../../kernel/screens/use-list-text.ts';
import { useServices } from '../../kernel/services.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { LastLine, Lines } from '../../ui/list/lines.tsx';
import list from '../../ui/list/list.module.css';
import { AssignDialog } from './assign-dialog.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './stock.module.css';
import { STOCK_KEY, useRecount } from './use-stock.ts';

const ROW_PX = 88;
const REFRESH_MS = 30_000;
/** Searching finds the others. */
const MAX_ROWS = 200;
const searchTextOf = ({ name, uniqueId, model, protocol }: UnassignedDevice): string =>
  [name, uniqueId, model ?? '', protocol ?? ''].join('\n');
/** Latest message first, whatever the language. */
const orderOf = ({ lastUpdate }: UnassignedDevice): string =>
  String(Number.MAX_SAFE_INTEGER - (lastUpdate === null ? 0 : Date.parse(lastUpdate)));

/** New trackers without a user: each is assigned to one, or rejected. */
export function UnassignedDevices() {
  const { t } = useTranslation('stock');
  const { client } = useServices();
  const [text, setText] = useListText();
  const devices = useQuery<readonly UnassignedDevice[]>({
    queryKey: [...STOCK_KEY, 'unassigned'],
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => valueOf(await client.devices.unassigned(signal)),
  });
  const found = useFound(devices.data, text, { searchTextOf, nameOf: orderOf });
  const [open, setOpen] = useState<{
    readonly action: 'assign' | 'reject';
    readonly device: UnassignedDevice;
  } | null>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      <p className={styles.lead}>{t('stock:unassigned.lead')}</p>
      <SearchedList
        query={devices}
        count={found.length}
        search={{ label: t('stock:search'), text, onChange: setText }}
        icon={Radio}
        texts={{
          failed: t('stock:unassigned.failed'),
          empty: t('stock:unassigned.empty'),
          emptyText: t('stock:unassigned.emptyText'),
          notFound: t('stock:notFound'),
          notFoundText: t('stock:notFoundText'),
        }}
        rowPx={ROW_PX}
      >
        <Lines label={t('stock:tab.unassigned')}>
          {found.slice(0, MAX_ROWS).map((device) => (
            <UnassignedLine
              key={device.deviceId}
              device={device}
              onAssign={() => setOpen({ action: 'assign', device })}
              onReject={() => setOpen({ action: 'reject', device })}
            />
          ))}
          {found.length > MAX_ROWS && <LastLine>{t('stock:unassigned.most', { most: MAX_ROWS })}</LastLine>}
        </Lines>
      </SearchedList>
      {open?.action === 'assign' && <AssignDialog device={open.device} onClose={close} />}
      {open?.action === 'reject' && <RejectDialog device={open.device} onClose={close} />}
    </>
  );
}

interface UnassignedLineProps {
  readonly device: UnassignedDevice;
  readonly onAssign: () => void;
  readonly onReject: () => void;
}
function UnassignedLine({ device, onAssign, onReject }: UnassignedLineProps) {
  const { t } = useTranslation('stock');
  const format = useFormat();
  const { name, uniqueId, model, protocol, lastUpdate } = device;
  const details = [name === uniqueId ? '' : uniqueId, model, protocol ?? t('stock:unassigned.noProtocol')];
  return (
    <li className={styles.unassigned}>
      <span className={list.names}>
        <span className={list.name}>{name}</span>
        <span className={list.detail}>{details.filter(Boolean).join(' · ')}</span>
        <span className={list.detail}>
          {lastUpdate === null ? t('stock:never') : format.dateTime(Date.parse(lastUpdate))}
        </span>
      </span>
      <Button size="compact-sm" aria-label={t('stock:assign.of', { name })} onClick={onAssign}>
        {t('stock:assign.start')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('stock:reject.of', { name })}
        onClick={onReject}
      >
        {t('stock:reject.start')}
      </Button>
    </li>
  );
}

interface RejectDialogProps {
  readonly device: UnassignedDevice;
  readonly onClose: () => void;
}

/** Asks before a new tracker is turned away for good. */
function RejectDialog({ device: { deviceId, name }, onClose }: RejectDialogProps) {
  const { t } = useTranslation('stock');
  const { client } = useServices();
  const failureText = useFailureText();
  const recount = useRecount();
  const { run, busy, failure } = useWrite((_: null, signal) => client.devices.reject(deviceId, signal), {
    touches: STOCK_KEY,
  });
  const reject = async (): Promise<void> => {
    if ((await run(null))?.ok !== true) return;
    recount();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('stock:reject.title', { name })}
      text={t('stock:reject.text')}
      confirm={t('stock:reject.start')}
      busy={busy}
      failure={failure === null ? null : failureText(failure)}
      onConfirm={() => void reject()}
      onCancel={onClose}
    />
  );
}
