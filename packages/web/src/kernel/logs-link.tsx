import { ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { IconAction } from '../ui/icon-action.tsx';
import { useSignedIn } from './services.tsx';

/** The way to what was done by somebody or to something: for administrators on Plus. */
export function LogsLink({ path }: { readonly path: `/logs?${string}` }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { user, server } = useSignedIn();
  if (!user.administrator || !server.plus) return null;
  return (
    <IconAction label={t('shell:user.logs')} onClick={() => void navigate(path)}>
      <ScrollText size={16} aria-hidden />
    </IconAction>
  );
}
