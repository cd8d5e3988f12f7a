/** A photo on its way, in numbered parts. */
export interface PhotoParts {
  readonly parts: readonly Uint8Array[];
  readonly bytes: number;
}

export interface MeitrackState {
  readonly photo: PhotoParts | null;
}

export const INITIAL: MeitrackState = { photo: null };
