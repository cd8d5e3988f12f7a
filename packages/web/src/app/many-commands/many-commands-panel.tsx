import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { commandRights } from '../../areas/commands/command-rights.ts';
import { BatchProgress } from '../../areas/devices/batch/batch-progress.tsx';
import { ListLoading, ListMessage } from '../../ui/list/list-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.tsx';
import { useDeviceSelection } from '../../kernel/fleet/device-selection.tsx';
import { failureIn } from '../../kernel/queries/query-client.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import { ManyForm } from './many-form.tsx';
import { ManyResult } from './many-result.tsx';
import { useManyRun, useTargets } from './use-many-commands.ts';

const LIST = '/devices';
const ROW_PX = 56;

/** `/devices/command`: one command to all devices that are chosen in the list. */
export function ManyCommandsPanel() {
  const { t } = useTranslation('manycommands');
  return (
    <Panel title={t('manycommands:title')} back={LIST} expandable tall>
      <ManyScreen />
    </Panel>
  );
}

function ManyScreen() {
  const { t } = useTranslation('manycommands');
  const navigate = useNavigate();
  const failureText = useFailureText();
  const rights = commandRights(useSignedIn());
  const { ids, stop } = useDeviceSelection();
  const { targets, error, retry } = useTargets();
  const run = useManyRun();
  const { state } = run;
  const guard = useUnsavedGuard(state.step === 'running');
  const title = t('manycommands:title');
  const toList = { label: t('manycommands:list'), onClick: () => void navigate(LIST) };

  if (state.step === 'running') {
    return (
      <>
        <BatchProgress label={t('manycommands:running')} {...state} onCancel={run.cancel} />
        {guard.question}
      </>
    );
  }
  if (state.step === 'done') {
    return (
      <ManyResult
        result={state.result}
        how={state.how}
        onList={() => {
          stop();
          toList.onClick();
        }}
      />
    );
  }
  if (!rights.lock && !rights.unlock && !rights.send) {
    return <ListMessage title={title} text={t('manycommands:readonly')} action={toList} />;
  }
  if (ids.size === 0) {
    return <ListMessage title={title} text={t('manycommands:nothing')} action={toList} />;
  }
  if (targets === undefined && error !== null) {
    const again = { label: t('common:list.retry'), onClick: retry };
    return <ListMessage role="alert" title={title} text={failureText(failureIn(error))} action={again} />;
  }
  if (targets === undefined) return <ListLoading rowPx={ROW_PX} />;
  return (
    <ManyForm
      targets={targets}
      rights={rights}
      onSend={(choice, terms) => void run.send(targets, choice, terms)}
    />
  );
}
