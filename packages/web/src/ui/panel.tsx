import { useId, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { latePart } from './late-part.tsx';
import { PanelLoading } from './panel-loading.tsx';
import { PanelHeader } from './panel-header.tsx';
import { useScreenTitle } from './screen-title.ts';
import styles from './panel.module.css';
import { useIsPhone } from './use-is-phone.ts';

const BottomSheet = latePart(
  'screen',
  async () => (await import('./bottom-sheet.tsx')).BottomSheet,
  <PanelLoading />,
);

export interface PanelProps {
  readonly title: string;
  /** Next to the title, e.g. a state. */
  readonly badge?: ReactNode;
  /** Actions in the header, before close. */
  readonly actions?: ReactNode;
  /** Target of the back button; absent = no back button. */
  readonly back?: string;
  /** May take the whole width, through `?expand=true` (docs/reference/requirements.md SPEC §2). */
  readonly expandable?: boolean;
  /** On a phone it opens over the whole screen: a form whose buttons are at the end. */
  readonly tall?: boolean;
  /** A table: it takes more than half of a wide screen. */
  readonly wide?: boolean;
  /** Height of the content below the head that must stay visible on a phone, e.g. a player; px. */
  readonly headPx?: number;
  readonly children: ReactNode;
}

/** A screen over the map: a column on wide screens, a bottom sheet on phones. */
export function Panel({
  title,
  badge,
  actions,
  back,
  expandable = false,
  tall = false,
  wide = false,
  headPx = 0,
  children,
}: PanelProps) {
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  useScreenTitle(title);
  const titleId = useId();
  const [search, setSearch] = useSearchParams();
  const expanded = expandable && search.get('expand') === 'true';
  const close = (): void => void navigate('/home');
  const setExpanded = (wide: boolean): void =>
    setSearch(
      (old) => {
        if (wide) old.set('expand', 'true');
        else old.delete('expand');
        return old;
      },
      { replace: true },
    );
  const header = {
    title,
    titleId,
    badge,
    actions,
    onBack: back === undefined ? null : () => void navigate(back),
    onClose: close,
  };

  if (isPhone) {
    return (
      <BottomSheet titleId={titleId} header={header} tall={tall} headPx={headPx} onClose={close}>
        {children}
      </BottomSheet>
    );
  }
  return (
    <section className={styles.panel} aria-labelledby={titleId} data-expanded={expanded} data-wide={wide}>
      <PanelHeader
        {...header}
        size={expandable ? { expanded, onToggle: () => setExpanded(!expanded) } : null}
      />
      <div className={styles.body}>{children}</div>
    </section>
  );
}
