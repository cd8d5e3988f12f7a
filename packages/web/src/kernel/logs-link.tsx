import { ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { IconAction } from '../ui/icon-action.tsx';
import { useSignedIn } from './services.tsx';

/** For administrators on Plus. */
export function useSeesLogs(): boolean {
  const { user, server } = useSignedIn();
  return user.administrator && server.plus;
}

/** The way to what was done by somebody or to something. */
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
