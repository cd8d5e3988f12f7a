import type { Share } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { EntityScreen } from '../../kernel/screens/entity-screen.tsx';
import { useShares } from '../../kernel/sharing/use-shares.ts';
import { useShareOwner } from './share-owner.ts';
import { ShareEditor } from './share-editor.tsx';

/** Never opened for a new one: shares are made where their vehicles are. */
const NONE: Share = {
  id: 0,
  name: '',
  userId: 0,
  deviceId: 0,
  deviceIds: [],
  groupId: 0,
  expiration: null,
  createdTime: '1970-01-01T00:00:00.000+00:00',
  label: null,
  history: false,
  destination: null,
  lastUsedTime: null,
  madeById: 0,
  madeByName: null,
};

/** One share: its link, label, end and destination, and the way to end it. */
export function SharePanel() {
  const { t } = useTranslation('share');
  const { shareId } = useParams();
  const { owner, list } = useShareOwner();
  return (
    <EntityScreen
      // `new` is no share, whatever other managers have there.
      id={shareId === 'new' ? '0' : shareId}
      query={useShares(owner)}
      blank={NONE}
      title={t('share:list.one')}
      back={list}
      gone={t('share:list.gone')}
    >
      {(share) => <ShareEditor saved={share} />}
    </EntityScreen>
  );
}
