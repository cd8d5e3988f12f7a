import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDeviceSelection } from '../../../kernel/fleet/device-selection.tsx';
import { failureIn } from '../../../kernel/queries/query-client.ts';
import { ListLoading, ListMessage } from '../../../ui/list/list-state.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import { useUnsavedGuard } from '../../../ui/use-unsaved-guard.tsx';
import { BatchProgress } from '../batch/batch-progress.tsx';
import { useDeviceRights } from '../rights/use-device-rights.ts';
import { BulkForm } from './bulk-form.tsx';
import { BulkResult } from './bulk-result.tsx';
import { useBulk, useChosenDevices } from './use-bulk.ts';

const LIST = '/devices';
const ROW_PX = 56;

/** `/devices/bulk`: the same change, or the end, of all devices that are chosen in the list. */
export function BulkPanel() {
  const { t } = useTranslation('devicebulk');
  return (
    <Panel title={t('devicebulk:title')} back={LIST} expandable tall>
      <BulkScreen />
    </Panel>
  );
}

function BulkScreen() {
  const { t } = useTranslation('devicebulk');
  const navigate = useNavigate();
  const failureText = useFailureText();
  const { ids, stop } = useDeviceSelection();
  const { mayEdit, mayDelete } = useDeviceRights();
  const chosen = useChosenDevices();
  const bulk = useBulk();
  const { state } = bulk;
  const guard = useUnsavedGuard(state.step === 'running');
  const title = t('devicebulk:title');
  const toList = { label: t('devicebulk:list'), onClick: () => void navigate(LIST) };

  if (state.step === 'running') {
    return (
      <>
        <BatchProgress label={t(`devicebulk:running.${state.kind}`)} {...state} onCancel={bulk.cancel} />
        {guard.question}
      </>
    );
  }
  if (state.step === 'done') {
    const isAllDone = state.result.failures.length + state.result.untried.length === 0;
    return (
      <BulkResult
        {...state}
        onList={() => {
          if (isAllDone) stop();
          toList.onClick();
        }}
      />
    );
  }
  if (!mayEdit && !mayDelete) {
    return <ListMessage title={title} text={t('devicebulk:readonly')} action={toList} />;
  }
  if (ids.size === 0) {
    return <ListMessage title={t('devicebulk:nothing')} text={t('devicebulk:nothingText')} action={toList} />;
  }
  if (chosen.data === undefined && chosen.error !== null) {
    const retry = { label: t('common:list.retry'), onClick: () => void chosen.refetch() };
    return (
      <ListMessage role="alert" title={title} text={failureText(failureIn(chosen.error))} action={retry} />
    );
  }
  if (chosen.data === undefined) return <ListLoading rowPx={ROW_PX} />;
  return (
    <BulkForm
      devices={chosen.data}
      onEdit={(changed) => void bulk.edit(changed)}
      onDelete={mayDelete ? () => void bulk.remove(chosen.data) : null}
    />
  );
}
