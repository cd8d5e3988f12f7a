/** A column that both kinds of store have; `boolean` is 0 or 1 on its way. */
export interface MovedColumn {
  readonly name: string;
  readonly type: 'integer' | 'real' | 'text' | 'boolean' | 'bytes';
  /** Its name in files. */
  readonly inFiles: string;
}

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

export type MovedValue = number | string | Uint8Array | null;
/** Values in the order of the columns. */
export type MovedRow = readonly MovedValue[];

/** Place of the device in a row; -1 = the rows are of no device. */
export const deviceAt = ({ columns }: MovedTable): number =>
  columns.findIndex(({ name }) => name === 'device_id');
