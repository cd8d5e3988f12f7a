export interface Tree {
  readonly id: number;
}
