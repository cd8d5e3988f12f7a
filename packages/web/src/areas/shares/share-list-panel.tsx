import type { Share } from '@rastro/fleet';
import { Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { arrangedBy, EntityList } from '../../kernel/screens/entity-list.tsx';
import { useListTexts, type ListTexts } from '../../kernel/screens/manager-texts.ts';
import { useShares } from '../../kernel/sharing/use-shares.ts';
import { useOwnerName, useShareOwner } from './share-owner.ts';
import list from '../../ui/list/list.module.css';

const nameOf = ({ label, name }: Share): string => label ?? name;
const searchTextOf = ({ label, name }: Share): string => `${name}\n${label ?? ''}`;
const timeOf = (text: string | null): number => (text === null ? 0 : Date.parse(text));
const SORTS = ['end', 'name', 'used', 'newest'] as const;
const arrange = arrangedBy<Share, (typeof SORTS)[number]>({
  end: (a, b) => timeOf(a.expiration) - timeOf(b.expiration),
  name: null,
  used: (a, b) => timeOf(b.lastUsedTime) - timeOf(a.lastUsedTime),
  newest: (a, b) => timeOf(b.createdTime) - timeOf(a.createdTime),
});

/** Active shares: their end, and whether a guest is watching. Ended shares are gone. */
export function ShareListPanel() {
  const { t } = useTranslation('share');
  const { owner, pathOf } = useShareOwner();
  const ownerName = useOwnerName(owner);
  const texts = useListTexts('share:list.');
  const ofOther: Partial<Record<Parameters<ListTexts>[0], string>> = {
    title: t('share:list.titleOf', { name: ownerName ?? '…' }),
    emptyText: t('share:list.emptyOf'),
  };
  return (
    <EntityList
      texts={(key) => (owner > 0 ? ofOther[key] : undefined) ?? texts(key)}
      icon={Share2}
      query={useShares(owner)}
      nameOf={nameOf}
      searchTextOf={searchTextOf}
      order={{ sorts: SORTS, labelOf: (sort) => t(`share:sort.${sort}`), arrange }}
      create={null}
      prefix="share"
      rowPx={58}
      pathOf={pathOf}
    >
      {(share) => <ShareRow share={share} />}
    </EntityList>
  );
}

function ShareRow({ share }: { readonly share: Share }) {
  const { t } = useTranslation('share');
  const format = useFormat();
  const { label, name, expiration, lastUsedTime: used, madeByName } = share;
  const until = format.dateTime(timeOf(expiration));
  return (
    <span className={list.names}>
      <span className={list.name}>{label === null ? name : `${label} · ${name}`}</span>
      <span className={list.detail}>
        {t('share:until', { until })}
        {' · '}
        {used === null ? t('share:neverUsed') : t('share:lastUsed', { at: format.dateTime(timeOf(used)) })}
        {madeByName === null ? '' : ` · ${t('share:madeBy', { name: madeByName })}`}
      </span>
    </span>
  );
}
