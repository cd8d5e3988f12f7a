import { matchLanguage, zoneText } from '@rastro/fleet';
import { MINUTE_MS } from '@rastro/base';
import { WIDGET_KINDS, type WidgetAccess } from '@rastro/fleet/layouts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { usePlace } from '../../kernel/formats/use-place.ts';
import { comparedPeriod } from '../../kernel/period/compared-period.ts';
import { PeriodPicker } from '../../kernel/period/period-picker.tsx';
import { periodOf } from '../../kernel/period/period.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { hasFeature } from '../../kernel/use-feature.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { Chip } from '../../ui/chip.tsx';
import { ListMessage } from '../../ui/list/list-state.tsx';
import { useScreenTitle } from '../../ui/screen-title.ts';
import { SearchedSelect } from '../../ui/searched-select.tsx';
import { useNow } from '../../ui/use-now.ts';
import { readOverview, writeOverview, type OverviewAddress } from './overview-address.ts';
import styles from './overview.module.css';
import { OverviewScopeProvider, type OverviewScope } from './scope.ts';
import { WIDGETS } from './widgets/registry.ts';

/** Screen that a manager opens first: how the fleet does, and what waits; every number leads to its rows. */
export function OverviewScreen() {
  const { t } = useTranslation('overview');
  useScreenTitle(t('overview:title'));
  const place = usePlace();
  const [search, setSearch] = useSearchParams();
  const text = search.toString();
  const address = useMemo(() => readOverview(new URLSearchParams(text)), [text]);
  const now = useNow(MINUTE_MS);
  const scope = useMemo((): OverviewScope => {
    const period = periodOf(address.choice, now, place);
    return { ...address, period, compared: comparedPeriod(address.choice, period, place) };
  }, [address, now, place]);
  const change = (part: Partial<OverviewAddress>): void =>
    setSearch((old) => writeOverview(old, part), { replace: true });
  return (
    <section className={styles.screen} aria-label={t('overview:title')}>
      <header className={styles.head}>
        <h1 className={styles.title}>{t('overview:title')}</h1>
        <div className={styles.tools}>
          <PeriodPicker
            choice={scope.choice}
            period={scope.period}
            onChange={(choice) => change({ choice })}
          />
          <Groups groupIds={scope.groupIds} onChange={(groupIds) => change({ groupIds })} />
        </div>
      </header>
      {/* What scrolls is reached by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls. */}
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('overview:figures')}>
        <Comparison scope={scope} />
        <OverviewScopeProvider value={scope}>
          <Widgets />
        </OverviewScopeProvider>
      </div>
    </section>
  );
}

function Widgets() {
  const { t } = useTranslation('overview');
  const { may } = useRights();
  const { server } = useSignedIn();
  const visible = WIDGETS.filter(({ kind }) => {
    const { requires, feature }: WidgetAccess = WIDGET_KINDS[kind];
    return may(requires) && (feature === undefined || hasFeature(server, feature));
  });
  if (visible.length === 0)
    return <ListMessage title={t('overview:nothing.title')} text={t('overview:nothing.text')} />;
  return (
    <div className={styles.grid}>
      {visible.map(({ kind, Widget }) => (
        <Suspense key={kind} fallback={null}>
          <Widget />
        </Suspense>
      ))}
    </div>
  );
}

function Comparison({ scope: { compared } }: { readonly scope: OverviewScope }) {
  const { t, i18n } = useTranslation('overview');
  const format = useFormat();
  const { zone } = usePlace();
  const momentText = (at: Date): string => `${format.dayOf(at.getTime())} ${format.time(at.getTime())}`;
  return (
    <p className={styles.comparison}>
      {t('overview:comparedWith', {
        from: momentText(compared.from),
        to: momentText(compared.to),
        zone: zoneText(zone, matchLanguage(i18n.language) ?? 'en'),
      })}
    </p>
  );
}

interface GroupsProps {
  readonly groupIds: readonly number[];
  readonly onChange: (groupIds: readonly number[]) => void;
}

/** Groups to which the figures of reports are limited. */
function Groups({ groupIds, onChange }: GroupsProps) {
  const { t } = useTranslation('overview');
  const { client } = useServices();
  const { may } = useRights();
  const isOffered = may('groups.view');
  const { data: groups = [] } = useQuery({
    queryKey: ['groups'],
    enabled: isOffered,
    queryFn: async ({ signal }) => valueOf(await client.groups.list({}, signal)),
  });
  if (!isOffered) return null;
  const nameOf = (id: number): string => groups.find((group) => group.id === id)?.name ?? String(id);
  const others = groups.filter(({ id }) => !groupIds.includes(id));
  return (
    <>
      {groupIds.map((id) => (
        <Chip
          key={id}
          name={nameOf(id)}
          removeLabel={t('overview:removeGroup', { name: nameOf(id) })}
          onRemove={() => onChange(groupIds.filter((each) => each !== id))}
        />
      ))}
      {others.length > 0 && (
        <SearchedSelect
          size="xs"
          aria-label={t('overview:addGroup')}
          className={styles.add ?? ''}
          placeholder={t('overview:addGroup')}
          value=""
          options={others.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(value) => {
            if (value !== '') onChange([...groupIds, Number(value)]);
          }}
        />
      )}
    </>
  );
}
