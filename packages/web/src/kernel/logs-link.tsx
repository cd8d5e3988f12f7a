import { Eye, ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { IconAction } from '../ui/icon-action.tsx';
import { useSignedIn } from './services.tsx';
import { mayHaveUsers, useRights } from './use-rights.ts';

/** For administrators on Plus. */
export function useSeesLogs(): boolean {
  const { user, server } = useSignedIn();
  return user.administrator && server.plus;
}

/** Link to the audit log of what a user did, or what was done to an object. */
export function LogsLink({ path }: { readonly path: `/logs?${string}` }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  if (!useSeesLogs()) return null;
  return (
    <IconAction label={t('shell:user.logs')} onClick={() => void navigate(path)}>
      <ScrollText size={16} aria-hidden />
    </IconAction>
  );
}

/** The access log is visible to administrators and to those who manage users. */
export function useMaySeeAccessLog(): boolean {
  const { user } = useSignedIn();
  const { may } = useRights();
  return mayHaveUsers(user) && may('users.view');
}

/** Link to the access log of a user. */
export function UserAccessLogLink({ userId }: { readonly userId: number }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  if (!useMaySeeAccessLog()) return null;
  return (
    <IconAction
      label={t('shell:user.viewingsOfUser')}
      onClick={() => void navigate(`/viewings?user=${userId}`)}
    >
      <Eye size={16} aria-hidden />
    </IconAction>
  );
}
