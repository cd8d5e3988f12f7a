import { createPortal } from 'react-dom';
import styles from './paper.module.css';
import { textOf, type RowCell } from './sheet-value.ts';

/** Columns that fit across a sheet that stands upright. */
const MOST_UPRIGHT = 9;

interface PaperProps {
  readonly brand: string;
  readonly name: string;
  /** The first row has the titles. */
  readonly rows: readonly (readonly RowCell[])[];
}
/** The table as paper: outside the application, so that nothing else is printed. */
export function Paper({ brand, name, rows: [titles = [], ...lines] }: PaperProps) {
  return createPortal(
    <div className={styles.paper} data-print data-wide={titles.length > MOST_UPRIGHT} aria-hidden>
      <p>{brand}</p>
      <h1>{name}</h1>
      <table>
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={textOf(title)}>{textOf(title)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((cells, at) => (
            // Nothing moves on paper.
            // oxlint-disable-next-line react/no-array-index-key -- As above.
            <tr key={at}>
              {cells.map((cell, column) => (
                // oxlint-disable-next-line react/no-array-index-key -- As above.
                <td key={column}>{textOf(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  );
}
