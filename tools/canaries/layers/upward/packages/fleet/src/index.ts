export interface Fleet {
  readonly id: number;
}
