import { Button, NativeSelect } from '@mantine/core';
import { foldText, searchWords } from '@rastro/fleet';
import { DEFAULT_LAYOUT_ID, WALL_LIMITS, type Layout, type Wall } from '@rastro/fleet/layouts';
import { useQuery } from '@tanstack/react-query';
import { Tv } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import { valueOf } from '../../../kernel/queries/query-client.ts';
import { useWrite } from '../../../kernel/queries/use-write.ts';
import { useServices } from '../../../kernel/services.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { DialogActions, Modal } from '../../../ui/dialog/modal.tsx';
import { ListView } from '../../../ui/list/list-view.tsx';
import { SearchField } from '../../../ui/list/search-field.tsx';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import { NewWallDialog } from './new-wall-dialog.tsx';
import styles from './walls.module.css';

export const WALLS_KEY = ['walls'] as const;
const AGAIN_MS = 30_000;
const ROW_PX = 60;

const timeOf = (text: string | null): number => (text === null ? 0 : Date.parse(text));
const SORTS = {
  newest: (a: Wall, b: Wall) => timeOf(b.createdTime) - timeOf(a.createdTime),
  name: (a: Wall, b: Wall) => a.name.localeCompare(b.name),
  end: (a: Wall, b: Wall) => timeOf(a.expiration) - timeOf(b.expiration),
  used: (a: Wall, b: Wall) => timeOf(b.lastUsedTime) - timeOf(a.lastUsedTime),
} as const;
type Sort = keyof typeof SORTS;
const isSort = (name: string): name is Sort => Object.hasOwn(SORTS, name);

export interface WallsDialogProps {
  /** Own overviews; none = the default is shown. */
  readonly layouts: readonly Layout[];
  /** The overview that is open; null = the default. */
  readonly openId: number | null;
  readonly onClose: () => void;
}

/** Screens that show overviews: what they show, until when, and the way to end them. */
export function WallsDialog({ layouts, openId, onClose }: WallsDialogProps) {
  const { t } = useTranslation('wall');
  const [isMaking, setMaking] = useState(false);
  const [ending, setEnding] = useState<Wall | null>(null);
  const walls = useWalls();
  if (isMaking) return <NewWallDialog layouts={layouts} openId={openId} onClose={() => setMaking(false)} />;
  if (ending !== null) return <EndDialog wall={ending} onClose={() => setEnding(null)} />;
  const isFull = (walls.data?.length ?? 0) >= WALL_LIMITS.walls;
  return (
    <Modal
      title={t('wall:list.title')}
      lead={isFull ? t('wall:form.full') : t('wall:list.lead')}
      onClose={onClose}
    >
      <WallList walls={walls} layouts={layouts} onNew={() => setMaking(true)} onEnd={setEnding} />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('wall:list.close')}
        </Button>
        <Button disabled={isFull} onClick={() => setMaking(true)}>
          {t('wall:list.new')}
        </Button>
      </DialogActions>
    </Modal>
  );
}

function useWalls() {
  const { extension } = useServices();
  return useQuery<readonly Wall[]>({
    queryKey: WALLS_KEY,
    queryFn: async ({ signal }) => valueOf(await extension.walls.list(signal)),
    refetchInterval: ({ state }) => (state.error === null ? AGAIN_MS : false),
  });
}

interface WallListProps {
  readonly walls: ReturnType<typeof useWalls>;
  readonly layouts: readonly Layout[];
  readonly onNew: () => void;
  readonly onEnd: (wall: Wall) => void;
}
function WallList({ walls: { data, error, refetch }, layouts, onNew, onEnd }: WallListProps) {
  const { t } = useTranslation('wall');
  const [text, setText] = useState('');
  const [sort, setSort] = useState<Sort>('newest');
  const words = searchWords(text);
  const found = data
    ?.filter(({ name }) => words.every((word) => foldText(name).includes(word)))
    .toSorted(SORTS[sort]);
  return (
    <>
      {(data?.length ?? 0) > 1 && (
        <div className={styles.tools}>
          <SearchField label={t('wall:list.search')} value={text} onChange={setText} />
          <NativeSelect
            size="sm"
            aria-label={t('wall:list.sort.label')}
            value={sort}
            data={Object.keys(SORTS).map((name) => ({ value: name, label: t(`wall:list.sort.${name}`) }))}
            onChange={({ currentTarget: { value } }) => isSort(value) && setSort(value)}
          />
        </div>
      )}
      <ListView
        count={found?.length}
        rowPx={ROW_PX}
        failure={
          error === null
            ? null
            : {
                title: t('wall:list.failed'),
                text: t('wall:list.failedText'),
                onRetry: () => void refetch(),
              }
        }
        empty={{
          icon: Tv,
          title: t('wall:list.empty'),
          text: t('wall:list.emptyText'),
          action: { label: t('wall:list.new'), onClick: onNew },
        }}
        notFound={
          words.length === 0
            ? null
            : { title: t('wall:list.none'), text: t('wall:list.noneText'), onReset: () => setText('') }
        }
      >
        <ul className={styles.list} aria-label={t('wall:list.title')}>
          {found?.map((wall) => (
            <WallRow key={wall.id} wall={wall} layouts={layouts} onEnd={() => onEnd(wall)} />
          ))}
        </ul>
      </ListView>
    </>
  );
}

interface WallRowProps {
  readonly wall: Wall;
  readonly layouts: readonly Layout[];
  readonly onEnd: () => void;
}
function WallRow({ wall, layouts, onEnd }: WallRowProps) {
  const { t } = useTranslation('wall');
  const format = useFormat();
  const { name, layoutIds, map, expiration, lastUsedTime, personal } = wall;
  const shown = [
    ...layoutIds.flatMap((id) =>
      id === DEFAULT_LAYOUT_ID
        ? [t('wall:form.standard')]
        : layouts.filter((each) => each.id === id).map((each) => each.name),
    ),
    ...(map ? [t('wall:map')] : []),
  ];
  const used =
    lastUsedTime === null
      ? t('wall:list.never')
      : t('wall:list.last', { at: format.dateTime(timeOf(lastUsedTime)) });
  const details = [
    shown.join(', '),
    t('wall:list.until', { until: format.dateTime(timeOf(expiration)) }),
    used,
    ...(personal ? [t('wall:list.personal')] : []),
  ];
  return (
    <li className={styles.row}>
      <span className={styles.names}>
        <span className={styles.name} dir="auto">
          {name}
        </span>
        <span className={styles.detail}>{details.join(' · ')}</span>
      </span>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`${t('wall:list.end')} ${name}`}
        onClick={onEnd}
      >
        {t('wall:list.end')}
      </Button>
    </li>
  );
}

function EndDialog({ wall: { id, name }, onClose }: { readonly wall: Wall; readonly onClose: () => void }) {
  const { t } = useTranslation('wall');
  const { extension } = useServices();
  const failureText = useFailureText();
  const { run, busy, failure } = useWrite((_nothing: null, signal) => extension.walls.remove(id, signal), {
    touches: WALLS_KEY,
  });
  const end = async (): Promise<void> => {
    const answer = await run(null);
    // One that another browser has ended is ended.
    if (answer?.ok === true || answer?.error.status === 404) onClose();
  };
  return (
    <ConfirmDialog
      title={t('wall:endAsk.title')}
      text={t('wall:endAsk.text', { name })}
      confirm={t('wall:list.end')}
      busy={busy}
      failure={failure === null ? null : failureText(failure)}
      onConfirm={() => void end()}
      onCancel={onClose}
    />
  );
}
