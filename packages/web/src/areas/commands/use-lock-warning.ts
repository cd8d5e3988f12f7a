import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../../kernel/services.tsx';

/** What to say before a vehicle is locked that moves: the server may hold the command, refuse it, or send it at once. */
export function useLockWarning(): string {
  const { t } = useTranslation('commands');
  const { server } = useSignedIn();
  const rule = server.server.attributes['command.lock'];
  if (rule === 'allow') return t('commands:confirm.movingLock');
  return t(rule === 'refuse' ? 'commands:confirm.movingLockRefused' : 'commands:confirm.movingLockWaits');
}
