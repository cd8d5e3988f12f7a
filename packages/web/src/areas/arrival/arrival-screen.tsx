import { useComputedColorScheme } from '@mantine/core';
import type { ArrivalView } from '@rastro/fleet/orders';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { GivenChoices } from '../../kernel/formats/use-format.ts';
import { loadWallMap } from '../../kernel/map/entry-points.ts';
import { usePublicBase, type PublicBase } from '../../kernel/map/use-public-base.ts';
import { useServices } from '../../kernel/services.tsx';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { useScreenTitle } from '../../ui/screen-title.ts';
import { ArrivalCard } from './arrival-card.tsx';
import { ArrivalPoll, type ArrivalState } from './arrival-poll.ts';
import styles from './arrival.module.css';

const LateMap = latePart('nothing', loadWallMap);
/** The map draws them by itself: the variables of the page do not reach it. */
const COLOURS = {
  dark: { moving: '#45c48f', stopped: '#6aa7e8', offline: '#f2827f', unknown: '#e9ecf1' },
  light: { moving: '#0d7f56', stopped: '#2f6db5', offline: '#bf3437', unknown: '#14181f' },
} as const;

/** An order as its customer follows it: they have a link, and nobody is signed in. */
export function ArrivalScreen() {
  const { token = '' } = useParams();
  const { t } = useTranslation('arrival');
  const { branding, ...ground } = usePublicBase();
  const { status, view, answeredAt } = useArrival(token);
  useScreenTitle(t('arrival:title'));
  return (
    <main className={styles.page}>
      <header className={styles.brand}>
        {branding !== null && (
          <BrandMark title={branding.title} logo={branding.headLogo} size="small" widthPx={null} />
        )}
      </header>
      {status === 'starting' && <p role="status">{t('arrival:loading')}</p>}
      {status !== 'starting' && view === null && <Missing isEnded={status === 'ended'} />}
      {view !== null && (
        <InFormatsOfCompany view={view}>
          <ArrivalCard view={view} staleAt={status === 'stale' ? answeredAt : null} />
          {view.vehicle !== null && <ArrivalMap view={view} ground={ground} />}
        </InFormatsOfCompany>
      )}
    </main>
  );
}

/** Asked again as long as the order goes on and the page is in sight. */
function useArrival(token: string): ArrivalState {
  const { extension } = useServices();
  const poll = useMemo(
    () => new ArrivalPoll((signal) => extension.arrivals.view(token, signal)),
    [extension, token],
  );
  useEffect(() => poll.start(), [poll]);
  useEffect(() => {
    const follow = (): void => poll.follow(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', follow);
    window.addEventListener('online', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      window.removeEventListener('online', follow);
    };
  }, [poll]);
  return useSyncExternalStore(poll.watch, poll.state);
}

function Missing({ isEnded }: { readonly isEnded: boolean }) {
  const { t } = useTranslation('arrival');
  return (
    <section className={styles.card} role="status">
      <h1 className={styles.state}>{t(isEnded ? 'arrival:ended' : 'arrival:unreached')}</h1>
      <p className={styles.quiet}>{t(isEnded ? 'arrival:endedText' : 'arrival:unreachedText')}</p>
    </section>
  );
}

interface InFormatsProps {
  readonly view: ArrivalView;
  readonly children: React.ReactNode;
}
/** Language and zone of the company; nothing is read in another language first. */
function InFormatsOfCompany({ view, children }: InFormatsProps) {
  const { i18n } = useTranslation();
  const text = JSON.stringify(view.formats);
  const formats = useMemo((): ArrivalView['formats'] => JSON.parse(text), [text]);
  useEffect(() => void i18n.changeLanguage(formats.language), [i18n, formats.language]);
  if (i18n.language !== formats.language) return null;
  return <GivenChoices value={formats}>{children}</GivenChoices>;
}

interface ArrivalMapProps {
  readonly view: ArrivalView;
  readonly ground: Pick<PublicBase, 'base' | 'beneath'>;
}
/** The vehicle, and where it is to come. */
function ArrivalMap({ view: { vehicle, place }, ground: { base, beneath } }: ArrivalMapProps) {
  const { t, i18n } = useTranslation('arrival');
  const scheme = useComputedColorScheme('light');
  const shown = useMemo(() => {
    const there = place && { name: t('arrival:there'), ...place, course: 0, state: 'unknown' as const };
    const at = vehicle && {
      name: t('arrival:vehicle'),
      latitude: vehicle.latitude,
      longitude: vehicle.longitude,
      course: vehicle.course,
      state: vehicle.isMoving ? ('moving' as const) : ('stopped' as const),
    };
    return [there, at].filter((each) => each !== null);
  }, [place, vehicle, t]);
  return (
    <div className={styles.map}>
      <LateMap
        vehicles={shown}
        base={base}
        beneath={beneath}
        scheme={scheme}
        language={i18n.language}
        colours={COLOURS[scheme]}
      />
    </div>
  );
}
