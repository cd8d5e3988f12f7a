import { HOUR_MS } from '@rastro/base';
import { changeOf, FIGURE_STATES, type WallBox, type WidgetFigure } from '@rastro/fleet/figures';
import { isWidgetKind } from '@rastro/fleet/layouts';
import { useTranslation } from 'react-i18next';
import { useChangeText, useFigureText } from '../../../kernel/figures/use-figure-text.ts';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import { StateShares } from '../widgets/states/state-shares.tsx';
import { useWallNow } from './use-wall-now.ts';
import styles from './wall.module.css';

/** A widget in its place on a wall. */
export function WallBoxView({ box }: { readonly box: WallBox }) {
  const { t } = useTranslation(['overview', 'wall']);
  const { kind, x, y, w, h, content, hidden } = box;
  const title = isWidgetKind(kind) ? t(`overview:kind.${kind}`) : kind;
  const empty = useEmptyText(box);
  return (
    <section
      className={styles.box}
      data-quiet={content === null}
      aria-label={title}
      style={{ gridColumn: `${x + 1} / span ${w}`, gridRow: `${y + 1} / span ${h}` }}
    >
      <h2 className={styles.title} dir="auto">
        {title}
      </h2>
      {content === null && <p className={styles.quiet}>{t(`wall:hidden.${hidden ?? 'failed'}`)}</p>}
      {empty !== null && <p className={styles.quiet}>{empty}</p>}
      {content !== null && empty === null && <Content box={box} content={content} />}
      <When box={box} />
    </section>
  );
}

/** Sentence in place of figures that there are none of; null = there are some. */
function useEmptyText({ kind, content }: WallBox): string | null {
  const { t } = useTranslation('overview');
  if (content === null || content.figures.length > 0) return null;
  if (kind === 'fuel') return t('overview:fuel.none');
  if (kind === 'ranking') return t('overview:ranking.none');
  return kind === 'licences' ? t('overview:licences.none') : t('overview:presence.nobody');
}

interface ContentProps {
  readonly box: WallBox;
  readonly content: NonNullable<WallBox['content']>;
}
function Content({ box: { kind }, content: { figures, rows } }: ContentProps) {
  const now = useWallNow();
  const { detailsText } = useFigureText(now);
  const counts = FIGURE_STATES.map(
    (state) => figures.find(({ name }) => name === `state.${state}`)?.value ?? 0,
  );
  const [moving = 0, stopped = 0, offline = 0, unknown = 0] = counts;
  return (
    <>
      <ul className={styles.figures}>
        {figures.map((figure) => (
          <Figure key={typeof figure.name === 'string' ? figure.name : figure.name.word} figure={figure} />
        ))}
      </ul>
      {kind === 'states' && (
        <div className={styles.shares}>
          <StateShares counts={{ moving, stopped, offline, unknown }} />
        </div>
      )}
      {rows.length > 0 && (
        <ul className={styles.rows}>
          {rows.map(({ key, name, details }) => (
            <li key={key} className={styles.row}>
              <span className={styles.name} dir="auto">
                {name}
              </span>
              <span className={styles.detail}>{detailsText(details)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Figure({ figure }: { readonly figure: WidgetFigure }) {
  const now = useWallNow();
  const { text, nameText, noteText } = useFigureText(now);
  const { tone, isLarge, note } = figure;
  const changeText = useChangeText();
  const change = changeOf(figure);
  return (
    <li className={styles.figure} data-large={isLarge === true}>
      <span className={styles.value} data-tone={tone}>
        {text(figure)}
      </span>{' '}
      <span className={styles.label}>{nameText(figure)}</span>
      {change !== null && (
        <span className={styles.change} data-good={change.isGood}>
          {changeText(change.percent)}
        </span>
      )}
      {note !== undefined && <span className={styles.note}>{noteText(note)}</span>}
    </li>
  );
}

/** Days that a box is about. */
function When({ box: { kind, period, content } }: { readonly box: WallBox }) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  if (content === null) return null;
  return <p className={styles.when}>{text()}</p>;

  function text(): string {
    if (kind === 'alarms') return t('overview:alarms.when');
    if (period === null) return t('overview:now');
    if (kind === 'silent')
      return t('overview:silent.when', { count: Math.round((period.to - period.from) / HOUR_MS) });
    const [first, last] = [format.dayOf(period.from), format.dayOf(period.to)];
    return first === last ? first : `${first} – ${last}`;
  }
}
