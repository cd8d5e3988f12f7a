import { changeOf, type WidgetContent, type WidgetFigure, type WidgetRow } from '@rastro/fleet/figures';
import { MINUTE_MS } from '@rastro/base';
import { useFigureText } from '../../../kernel/figures/use-figure-text.ts';
import { useNow } from '../../../ui/use-now.ts';
import { Figures, Rows } from './figures.tsx';

export interface ContentViewProps {
  readonly content: WidgetContent;
  /** Name of the rows. */
  readonly label: string;
  /** Report or list of what a figure counts; absent = nothing can be opened here. */
  readonly linkOf?: (figure: WidgetFigure) => string | null;
  readonly rowLinkOf?: (row: WidgetRow) => string | null;
}

/** Figures and rows of a widget. */
export function ContentView({ content, label, linkOf, rowLinkOf }: ContentViewProps) {
  const now = useNow(MINUTE_MS);
  const { text, nameText, noteText, detailsText } = useFigureText(now);
  return (
    <>
      <Figures
        figures={content.figures.map((figure) => ({
          name: nameText(figure),
          value: text(figure),
          to: linkOf?.(figure) ?? null,
          ...(figure.tone && { tone: figure.tone }),
          ...(figure.isLarge && { isLarge: true }),
          ...(figure.note && { note: noteText(figure.note) }),
          change: changeOf(figure),
        }))}
      />
      <Rows
        label={label}
        rows={content.rows.map((row) => ({
          key: row.key,
          name: row.name,
          detail: detailsText(row.details),
          to: rowLinkOf?.(row) ?? null,
        }))}
      />
    </>
  );
}
