/** A photo on its way, part by part. */
export interface FileParts {
  readonly parts: readonly Uint8Array[];
  readonly bytes: number;
}

export interface RuptelaState {
  readonly file: FileParts | null;
}

export const INITIAL: RuptelaState = { file: null };
