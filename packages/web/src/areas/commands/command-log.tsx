import { Button } from '@mantine/core';
import type { CommandStatus, DeviceCommand } from '@rastro/fleet';
import { deriveCode } from '@rastro/tracking-client';
import {
  Check,
  CheckCheck,
  CircleCheckBig,
  CircleHelp,
  CirclePause,
  CircleX,
  Clock,
  Send,
  TimerOff,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { failureIn } from '../../kernel/queries/query-client.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useFeature } from '../../kernel/use-feature.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { useNow } from '../../ui/use-now.ts';
import { commandRights } from './command-rights.ts';
import styles from './commands.module.css';
import { LockNow } from './lock-now.tsx';
import { useCommandName } from './use-command-name.ts';
import { useCommandLog } from './use-commands.ts';

const ICONS: Readonly<Record<CommandStatus, LucideIcon>> = {
  queued: Clock,
  waiting: CirclePause,
  sending: Send,
  sent: Check,
  unanswered: CircleHelp,
  accepted: CheckCheck,
  confirmed: CircleCheckBig,
  failed: CircleX,
  expired: TimerOff,
  cancelled: CircleX,
  unknown: CircleHelp,
};
const SINCE_MS = 30_000;

/** The last commands of a device and their results. */
export function CommandLog({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation('commands');
  const failureText = useFailureText();
  const { commands, isPending, error, retry } = useCommandLog(deviceId);
  if (commands.length > 0) {
    return (
      <ul className={styles.log} aria-label={t('commands:log.label')} aria-live="polite">
        {commands.map((command) => (
          <CommandLine key={command.id} command={command} />
        ))}
      </ul>
    );
  }
  if (error !== null) {
    return (
      <div className={styles.nothing} role="alert">
        <p>{failureText(failureIn(error))}</p>
        <Button size="xs" variant="default" onClick={retry}>
          {t('commands:log.retry')}
        </Button>
      </div>
    );
  }
  return (
    <p className={styles.nothing} role="status">
      {t(isPending ? 'commands:log.loading' : 'commands:log.empty')}
    </p>
  );
}

function CommandLine({ command }: { command: DeviceCommand }) {
  const { t } = useTranslation('commands');
  const format = useFormat();
  const now = useNow(SINCE_MS);
  const nameOf = useCommandName();
  const failureText = useFailureText();
  const { status, type, description, result, reason, createdTime, expirationTime } = command;
  const Icon = ICONS[status];
  const created = Date.parse(createdTime);
  const data = command.attributes['data'];
  const isByFence = command.userId === 0 && typeof command.attributes['geofenceId'] === 'number';
  return (
    <li className={styles.line} data-status={status}>
      <Icon className={styles.icon} size={18} aria-hidden />
      <div className={styles.text}>
        <p className={styles.name}>{nameOf(isByFence ? { type } : command)}</p>
        {isByFence && description !== null && (
          <p className={styles.sub}>{t('commands:log.byFence', { name: description })}</p>
        )}
        <p className={styles.sub}>
          <span className={styles.status}>{t(`commands:status.${status}`)}</span>
          <time dateTime={createdTime} title={format.dateTime(created)}>
            {format.since(created, now)}
          </time>
        </p>
        {type === 'custom' && typeof data === 'string' && <p className={styles.words}>{data}</p>}
        {status === 'waiting' && (
          <p className={styles.sub}>{t(`commands:log.waiting.${waitingFor(reason)}`)}</p>
        )}
        {status === 'queued' && reason === 'otherProtocol' && (
          <p className={styles.sub}>{t('commands:log.otherProtocol')}</p>
        )}
        {(status === 'queued' || status === 'waiting') && expirationTime !== null && (
          <p className={styles.sub}>
            {t(`commands:log.${status === 'waiting' ? 'standsUntil' : 'waitsUntil'}`, {
              time: format.moment(Date.parse(expirationTime)),
            })}
          </p>
        )}
        {status === 'unanswered' && <p className={styles.sub}>{t('commands:log.unanswered')}</p>}
        {status === 'unknown' && <p className={styles.sub}>{t('commands:log.uncertain')}</p>}
        {status === 'failed' && reason !== null && (
          <p className={styles.sub}>{failureText({ code: deriveCode(reason), message: reason })}</p>
        )}
        {result !== null && result !== '' && (
          <p className={styles.words}>{t('commands:log.answer', { text: result })}</p>
        )}
        {status === 'waiting' && (
          <div className={styles.acts}>
            <LockNow command={command} />
            <CancelCommand command={command} />
          </div>
        )}
      </div>
      {status === 'queued' && <CancelCommand command={command} />}
    </li>
  );
}

/** Condition that the vehicle must meet before it is locked. */
const waitingFor = (reason: string | null): 'moving' | 'settling' | 'unknown' =>
  reason === 'moving' || reason === 'settling' ? reason : 'unknown';

function CancelCommand({ command: { id, deviceId } }: { command: DeviceCommand }) {
  const { t } = useTranslation('commands');
  const { client } = useServices();
  const failureText = useFailureText();
  const rights = commandRights(useSignedIn());
  const isOffered = useFeature('commandCancel');
  const { busy, failure, run } = useWrite(
    (commandId: number, signal) => client.commands.cancel(commandId, signal),
    { touches: ['commands', deviceId] },
  );
  if (!isOffered || !rights.send) return null;
  return (
    <div className={styles.cancel}>
      <Button size="compact-sm" variant="default" loading={busy} onClick={() => void run(id)}>
        {t('commands:log.cancel')}
      </Button>
      {failure !== null && (
        <p className={styles.refused} role="alert">
          {failureText(failure)}
        </p>
      )}
    </div>
  );
}
