import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import batch from '../../areas/devices/batch/batch.module.css';
import { ResultTiles } from '../../areas/devices/batch/result-tiles.tsx';
import type { BatchResult } from '../../areas/devices/batch/run-batch.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import type { Target } from './plan-many.ts';
import type { How } from './use-many-commands.ts';

export interface ManyResultProps {
  readonly result: BatchResult<Target>;
  readonly how: ReadonlyMap<number, How>;
  readonly onList: () => void;
}

/** Result of the command for each device; failures come first. */
export function ManyResult({ result: { done, failures, untried }, how, onList }: ManyResultProps) {
  const { t } = useTranslation('manycommands');
  const navigate = useNavigate();
  const failureText = useFailureText();
  const queued = done.filter(({ device }) => how.get(device.id) === 'queued').length;
  const lines = [
    ...failures.map(({ item, failure }) => ({ target: item, text: failureText(failure) })),
    ...untried.map((target) => ({ target, text: t('manycommands:result.untriedOne') })),
    ...done.map((target) => ({
      target,
      text: t(`manycommands:result.${how.get(target.device.id) === 'queued' ? 'queuedOne' : 'sentOne'}`),
    })),
  ];
  return (
    <>
      <div className={batch.body}>
        <div role="status">
          <ResultTiles
            tiles={[
              { label: t('manycommands:result.sent'), count: done.length - queued },
              { label: t('manycommands:result.queued'), count: queued },
              { label: t('manycommands:result.failed'), count: failures.length, isBad: true },
              { label: t('manycommands:result.untried'), count: untried.length, isBad: true },
            ]}
          />
        </div>
        <ul className={batch.list} aria-label={t('manycommands:result.label')}>
          {lines.map(({ target: { device }, text }) => (
            <li key={device.id} className={batch.line}>
              <span className={batch.lineHead}>{device.name}</span>
              <span className={batch.lineText}>{text}</span>
            </li>
          ))}
        </ul>
      </div>
      <footer className={batch.footer}>
        <Button variant="default" onClick={() => void navigate('/home')}>
          {t('manycommands:map')}
        </Button>
        <Button onClick={onList}>{t('manycommands:list')}</Button>
      </footer>
    </>
  );
}
