import { Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { IconAction } from '../../ui/icon-action.tsx';
import { useSignedIn } from '../services.tsx';
import { useRights } from '../use-rights.ts';

/** Link to the shares of a user, for their manager; on Plus. */
export function SharesLink({ userId }: { readonly userId: number }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { server } = useSignedIn();
  const { may } = useRights();
  if (!server.plus || !may('share.view')) return null;
  return (
    <IconAction label={t('shell:user.shares')} onClick={() => void navigate(`/shares?owner=${userId}`)}>
      <Share2 size={16} aria-hidden />
    </IconAction>
  );
}
