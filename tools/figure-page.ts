// The table of docs/figures.md, between two markers.
import type { Figure } from './figure.ts';

export const PAGE = 'docs/figures.md';

/** A row of the page. */
export interface StatedFigure {
  readonly id: string;
  readonly value: number;
  readonly unit: string;
  readonly tolerance: number;
  /** Command, conditions and machine, as they stand. */
  readonly command: string;
  readonly conditions: string;
  readonly title: string;
  readonly machine: string;
}

const TABLE = /(<!-- figures -->\n)[\s\S]*?(<!-- \/figures -->)/;
const HEAD = '| Name | Figure | Value | Unit | Tolerance | Command | Conditions | Machine |';
const RULE = '| --- | --- | ---: | --- | ---: | --- | --- | --- |';
const SIGNIFICANT = 3;

/** Rows of a page, by name. */
export function readPage(text: string): ReadonlyMap<string, StatedFigure> {
  const rows = TABLE.exec(text)?.[0].matchAll(/^\| `.*\|$/gm) ?? [];
  return new Map(
    [...rows].map(([line]) => {
      const [id = '', title = '', value = '', unit = '', tolerance = '', ...rest] = line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim());
      const [command = '', conditions = '', machine = ''] = rest;
      const name = id.slice(1, -1);
      return [
        name,
        {
          id: name,
          title,
          value: numberOf(value),
          unit,
          tolerance: Number.parseFloat(tolerance),
          command,
          conditions,
          machine,
        },
      ];
    }),
  );
}

/** The page with other rows. */
export function writePage(text: string, rows: readonly StatedFigure[]): string {
  const lines = rows.map(
    ({ id, title, value, unit, tolerance, command, conditions, machine }) =>
      `| \`${id}\` | ${title} | ${inText(value)} | ${unit} | ${tolerance} % | ${command} | ${conditions} | ${machine} |`,
  );
  return text.replace(TABLE, (_, begin, end) => `${begin}\n${[HEAD, RULE, ...lines].join('\n')}\n\n${end}`);
}

/** Cells of a row besides value, command and machine. */
export const describe = ({ id, title, unit, tolerance, conditions }: Figure) => ({
  id,
  title,
  unit,
  tolerance,
  conditions,
});

/** A measured value says no more than it knows. */
export const rounded = (value: number): number => Number(value.toPrecision(SIGNIFICANT));
/** As it is where it is a number of things. */
export const roundedCount = (value: number): number => (Number.isInteger(value) ? value : rounded(value));

/** "1,234.5" */
export const numberOf = (text: string): number => Number(text.replaceAll(',', ''));

/** Whether a value is as near to another as the tolerance allows. */
export const isNear = (value: number, to: number, tolerance: number): boolean =>
  Math.abs(value - to) <= (Math.abs(to) * tolerance) / 100 + Number.EPSILON;

const inText = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 3 });
