import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../../kernel/services.tsx';

/** Warning before a moving vehicle is locked: the server may hold the command, reject it, or send it at once. */
export function useLockWarning(): string {
  const { t } = useTranslation('commands');
  const { server } = useSignedIn();
  const rule = server.server.attributes['command.lock'];
  if (rule === 'allow') return t('commands:confirm.movingLock');
  return t(rule === 'refuse' ? 'commands:confirm.movingLockRefused' : 'commands:confirm.movingLockWaits');
}
