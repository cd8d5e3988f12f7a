import type { Share } from '@rastro/fleet';
import { Share2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { ListPanel } from '../../kernel/screens/list-panel.tsx';
import { useFound } from '../../kernel/screens/use-found.ts';
import { useListSort } from '../../kernel/screens/use-list-sort.ts';
import { useListText } from '../../kernel/screens/use-list-text.ts';
import { useShares } from '../../kernel/sharing/use-shares.ts';
import { useOwnerName, useShareOwner } from './share-owner.ts';
import list from '../../ui/list/list.module.css';
import { SortMenu } from '../../ui/list/sort-menu.tsx';

const ROW_PX = 58;
const SORTS = ['end', 'name', 'used', 'newest'] as const;
type Sort = (typeof SORTS)[number];
const nameOf = ({ label, name }: Share): string => label ?? name;
const searchTextOf = ({ label, name }: Share): string => `${name}\n${label ?? ''}`;
const timeOf = (text: string | null): number => (text === null ? 0 : Date.parse(text));

const ORDERS: Readonly<Record<Exclude<Sort, 'name'>, (a: Share, b: Share) => number>> = {
  end: (a, b) => timeOf(a.expiration) - timeOf(b.expiration),
  used: (a, b) => timeOf(b.lastUsedTime) - timeOf(a.lastUsedTime),
  newest: (a, b) => timeOf(b.createdTime) - timeOf(a.createdTime),
};

/** Active shares: their end, and whether a guest is watching. Ended shares are gone. */
export function ShareListPanel() {
  const { t } = useTranslation('share');
  const { owner, pathOf } = useShareOwner();
  const ownerName = useOwnerName(owner);
  const shares = useShares(owner);
  const [text, setText] = useListText();
  const found = useFound(shares.data, text, { searchTextOf, nameOf });
  const { sort, isDown, choose } = useListSort<Sort>(SORTS);
  const visibleShares = useMemo(() => {
    const ordered = sort === 'name' ? found : found.toSorted(ORDERS[sort]);
    return isDown ? ordered.toReversed() : ordered;
  }, [found, sort, isDown]);
  const byId = useMemo(() => new Map(visibleShares.map((share) => [share.id, share])), [visibleShares]);
  const ids = useMemo(() => [...byId.keys()], [byId]);
  return (
    <ListPanel
      title={owner === 0 ? t('share:list.title') : t('share:list.titleOf', { name: ownerName ?? '…' })}
      query={shares}
      ids={ids}
      search={{ label: t('share:list.search'), text, onChange: setText }}
      texts={{
        failed: t('share:list.failed'),
        notFound: t('share:list.notFound'),
        notFoundText: t('share:list.notFoundText'),
      }}
      empty={{
        icon: Share2,
        title: t('share:list.empty'),
        text: owner === 0 ? t('share:list.emptyText') : t('share:list.emptyOf'),
      }}
      notices={{ saved: t('share:list.saved'), deleted: t('share:list.ended') }}
      create={null}
      tools={
        <SortMenu
          fields={SORTS.map((name) => ({ name, label: t(`share:sort.${name}`) }))}
          field={sort}
          isDown={isDown}
          onChoose={choose}
        />
      }
      prefix="share"
      rowPx={ROW_PX}
      pathOf={pathOf}
    >
      {(id) => {
        const share = byId.get(id);
        return share === undefined ? null : <ShareRow share={share} />;
      }}
    </ListPanel>
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
