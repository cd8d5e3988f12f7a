/** A photo on its way: announced by `vt<n>`, sent in n packets. */
export interface PhotoPackets {
  readonly count: number;
  readonly parts: readonly Uint8Array[];
  readonly bytes: number;
}

export interface Gps103State {
  readonly photo: PhotoPackets | null;
}

export const INITIAL: Gps103State = { photo: null };
