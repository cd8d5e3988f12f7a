/** `boolean` is 0 or 1 on its way. */
const COLUMN_TYPES = ['integer', 'real', 'text', 'boolean', 'bytes'] as const;
type ColumnType = (typeof COLUMN_TYPES)[number];

/** A column that both kinds of store have. */
export interface MovedColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Its name in files. */
  readonly inFiles: string;
}

/** Columns as `name type`, where files call one otherwise as `name type other`. */
export const columnList = (list: string): readonly MovedColumn[] =>
  list.split(',').map((each) => {
    const [name = '', typeName, inFiles = name] = each.trim().split(' ');
    const type = COLUMN_TYPES.find((known) => known === typeName);
    if (!type) throw new TypeError(`a column of no type: ${each}`);
    return { name, type, inFiles };
  });

/** Rows that both kinds of store have alike. */
export interface MovedTable {
  /** Name in reports and in the record of progress. */
  readonly kind: string;
  /** The table in PostgreSQL. */
  readonly name: string;
  /** The table in files. */
  readonly inFiles: string;
  readonly columns: readonly MovedColumn[];
  /** So many of the first columns order the rows. */
  readonly key: number;
  readonly pageRows: number;
  /** Its ids are counted: the next one is above all that ever were. */
  readonly hasCounter: boolean;
  /** Rows that the store has made by itself give way when the first ones arrive. */
  readonly isRefilled: boolean;
  /** A row may be there, and gives way. */
  readonly isReplaced: boolean;
  /** Only entities of this kind are in it; null = it has no kinds. */
  readonly ofKind: string | null;
  /** Condition of the rows that are moved; null = all. */
  readonly whereInFiles: string | null;
  /** The same, in PostgreSQL. */
  readonly where: string | null;
}

export type MovedValue = number | bigint | string | Uint8Array | null;
/** Values in the order of the columns. */
export type MovedRow = readonly MovedValue[];

/** Rows as a driver gives them. @throws TypeError when one has another value. */
export function movedRows(rows: readonly (readonly unknown[])[]): readonly MovedRow[] {
  if (rows.every(isMovedRow)) return rows;
  throw new TypeError('a row has a value that no table has');
}
const isMovedRow = (row: readonly unknown[]): row is MovedRow => row.every(isMovedValue);
const isMovedValue = (value: unknown): value is MovedValue =>
  value === null ||
  typeof value === 'number' ||
  typeof value === 'string' ||
  typeof value === 'bigint' ||
  value instanceof Uint8Array;

/** Place of the device in a row; -1 = the rows are of no device. */
export const deviceAt = ({ columns }: MovedTable): number =>
  columns.findIndex(({ name }) => name === 'device_id');
