import type { WallView } from '@rastro/fleet/figures';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { GivenChoices, useFormat } from '../../../kernel/formats/use-format.ts';
import { loadWallMap } from '../../../kernel/map/entry-points.ts';
import { useServices } from '../../../kernel/services.tsx';
import { latePart } from '../../../ui/late-part.tsx';
import { useScreenTitle } from '../../../ui/screen-title.ts';
import { usePublicBase, type PublicBase } from '../../../kernel/map/use-public-base.ts';
import { useQuietPage } from './use-quiet-page.ts';
import { useReload } from './use-reload.ts';
import { useRotation, type Rotation } from './use-rotation.ts';
import { useShift } from './use-shift.ts';
import { ClockOffset, useWallNow } from './use-wall-now.ts';
import { useWakeLock } from './use-wake-lock.ts';
import { WallBoxView } from './wall-box.tsx';
import { shownPages, type ShownPage } from './wall-pages.ts';
import { WallPoll, type WallState } from './wall-poll.ts';
import styles from './wall.module.css';

const LateMap = latePart('nothing', loadWallMap);
/** The map draws them by itself: the variables of the page do not reach it. */
const COLOURS = {
  dark: { moving: '#45c48f', stopped: '#6aa7e8', offline: '#f2827f', unknown: '#97a1b0' },
  light: { moving: '#0d7f56', stopped: '#2f6db5', offline: '#bf3437', unknown: '#667080' },
} as const;
type Scheme = keyof typeof COLOURS;

/** An overview on a screen that hangs somewhere: it has a link, and nobody is signed in. */
export function WallScreen() {
  const { token = '' } = useParams();
  const [search] = useSearchParams();
  const { extension, newVersion } = useServices();
  const poll = useMemo(
    () => new WallPoll((known, signal) => extension.walls.view(token, known, signal)),
    [extension, token],
  );
  const state = useSyncExternalStore(poll.watch, poll.state);
  const { view, status } = state;
  const scheme: Scheme = search.get('theme') === 'light' ? 'light' : 'dark';
  const ground = usePublicBase();
  const transform = useShift();
  useEffect(() => poll.start(), [poll]);
  useEffect(() => {
    window.addEventListener('online', poll.retry);
    return () => window.removeEventListener('online', poll.retry);
  }, [poll]);
  useQuietPage();
  useReload({
    version: view?.version ?? null,
    zone: view?.formats.zone ?? 'UTC',
    newVersion,
    offset: state.offset,
    isReachable: status === 'shown' || status === 'ended',
  });
  return (
    <main className={styles.wall} data-scheme={scheme}>
      <div className={styles.picture} style={{ transform }}>
        {view === null ? (
          <Waiting status={status} />
        ) : (
          <ClockOffset value={state.offset}>
            <InOwnersFormats view={view}>
              <Shown view={view} state={state} scheme={scheme} ground={ground} />
            </InOwnersFormats>
          </ClockOffset>
        )}
      </div>
    </main>
  );
}

/** Language, zone and units of the owner; the same object while they are the same. */
function InOwnersFormats({
  view,
  children,
}: {
  readonly view: WallView;
  readonly children: React.ReactNode;
}) {
  const { i18n } = useTranslation();
  const text = JSON.stringify(view.formats);
  const formats = useMemo((): WallView['formats'] => JSON.parse(text), [text]);
  useEffect(() => void i18n.changeLanguage(formats.language), [i18n, formats.language]);
  // Nothing is read in another language first.
  if (i18n.language !== formats.language) return null;
  return <GivenChoices value={formats}>{children}</GivenChoices>;
}

function Waiting({ status }: Pick<WallState, 'status'>) {
  const { t } = useTranslation(['wall', 'common']);
  useScreenTitle(t('wall:title'));
  if (status === 'starting') return <p className={styles.message}>{t('common:loading')}</p>;
  const isEnded = status === 'ended';
  return (
    <div className={styles.message} role="status">
      <h1>{t(isEnded ? 'wall:ended' : 'wall:unreached')}</h1>
      <p>{t(isEnded ? 'wall:endedText' : 'wall:unreachedText')}</p>
    </div>
  );
}

interface ShownProps {
  readonly view: WallView;
  readonly state: WallState;
  readonly scheme: Scheme;
  readonly ground: PublicBase;
}
function Shown({ view, state, scheme, ground }: ShownProps) {
  const { t } = useTranslation(['wall', 'overview']);
  const format = useFormat();
  const now = useWallNow();
  const pages = useMemo(() => shownPages(view), [view]);
  const rotation = useRotation(pages.length, view.seconds);
  const page = pages[rotation.at];
  useScreenTitle(view.name);
  return (
    <>
      <header className={styles.bar}>
        <h1 className={styles.heading} dir="auto">
          {view.name}
          {page !== undefined && <small>{titleOf(page)}</small>}
        </h1>
        <time className={styles.clock}>{format.time(now)}</time>
      </header>
      <div className={styles.pages} data-stale={state.status === 'stale'}>
        <div className={styles.page} key={rotation.at}>
          {page === undefined && <p className={styles.message}>{t('wall:empty')}</p>}
          {page !== undefined && 'boxes' in page && <Boxes boxes={page.boxes} />}
        </div>
        <OneMap pages={pages} page={page} scheme={scheme} ground={ground} />
      </div>
      <Footer state={state} rotation={rotation} pages={pages.length} />
    </>
  );

  function titleOf(shown: ShownPage): string {
    if ('vehicles' in shown) {
      const { length } = shown.vehicles;
      return shown.leftOut === 0
        ? t('wall:map')
        : t('wall:mapPart', { shown: length, all: length + shown.leftOut });
    }
    return shown.name === '' ? t('overview:title') : shown.name;
  }
}

interface OneMapProps extends Pick<ShownProps, 'scheme' | 'ground'> {
  readonly pages: readonly ShownPage[];
  readonly page: ShownPage | undefined;
}
/**
 * The map, hidden while another page is shown: browsers do not give back all that a map has taken, and a wall would open
 * a thousand a night. Hidden, it draws nothing.
 */
function OneMap({ pages, page, scheme, ground }: OneMapProps) {
  const { i18n } = useTranslation();
  const isShown = page !== undefined && 'vehicles' in page;
  const [wasShown, setShown] = useState(false);
  if (isShown && !wasShown) setShown(true);
  const newest = pages.find((each) => 'vehicles' in each)?.vehicles;
  const [vehicles, setVehicles] = useState(newest);
  if (isShown && vehicles !== newest) setVehicles(newest);
  // Without the right to vehicles there is no such page any more, and nothing of it stays.
  if (newest === undefined || vehicles === undefined || !wasShown) return null;
  return (
    <div className={styles.map} data-shown={isShown} aria-hidden={!isShown}>
      <LateMap
        vehicles={vehicles}
        base={ground.base}
        beneath={ground.beneath}
        scheme={scheme}
        language={i18n.language}
        colours={COLOURS[scheme]}
      />
    </div>
  );
}

function Boxes({ boxes }: { readonly boxes: Extract<ShownPage, { boxes: unknown }>['boxes'] }) {
  const rows = Math.max(...boxes.map(({ y, h }) => y + h));
  return (
    <div className={styles.grid} style={{ gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))` }}>
      {boxes.map((box) => (
        <WallBoxView key={box.id} box={box} />
      ))}
    </div>
  );
}

interface FooterProps {
  readonly state: WallState;
  readonly rotation: Rotation;
  readonly pages: number;
}
/** Age of the figures, which page it is, and what the browser lacks. */
function Footer({ state: { view, status }, rotation, pages }: FooterProps) {
  const { t } = useTranslation('wall');
  const format = useFormat();
  const now = useWallNow();
  const lock = useWakeLock();
  const countedAt = view?.countedAt ?? 0;
  const time = format.time(countedAt);
  return (
    <footer className={styles.footer}>
      <span role="status" className={styles.age} data-stale={status === 'stale'}>
        {status === 'stale'
          ? t('wall:stale', { time, since: format.since(countedAt, now) })
          : t('wall:counted', { time })}
      </span>
      {lock !== 'on' && <span className={styles.hint}>{t(`wall:awake.${lock}`)}</span>}
      <span className={styles.spring} />
      {pages > 1 && (
        <span className={styles.count}>{t('wall:count', { at: rotation.at + 1, of: pages })}</span>
      )}
      {pages > 1 && (
        <button type="button" className={styles.button} onClick={rotation.toggle}>
          {t(rotation.isPaused ? 'wall:goOn' : 'wall:pause')}
        </button>
      )}
      <StartButton />
    </footer>
  );
}

/** Browsers let a page fill the screen only after a press; the page works without, too. */
function StartButton() {
  const { t } = useTranslation('wall');
  const [isFull, setFull] = useState(() => document.fullscreenElement !== null);
  useEffect(() => {
    const changed = (): void => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, []);
  if (isFull || !document.fullscreenEnabled) return null;
  const start = (): void => {
    // A browser that refuses leaves the page as it is.
    document.documentElement.requestFullscreen().catch(() => undefined);
  };
  return (
    <button type="button" className={styles.button} onClick={start}>
      {t('wall:start')}
    </button>
  );
}
