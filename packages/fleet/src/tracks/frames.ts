import { MAX_BYTES } from './chunk.ts';

/** Content type of an answer: chunks, each after its length in four bytes, the lowest first. */
export const TRACK_TYPE = 'application/vnd.rastro.track';

export function frameTrack(chunk: Uint8Array): Uint8Array {
  const framed = new Uint8Array(4 + chunk.length);
  new DataView(framed.buffer).setUint32(0, chunk.length, true);
  framed.set(chunk, 4);
  return framed;
}

/** Cuts an answer into its chunks as it comes, in whatever pieces. */
export class TrackFrames {
  #rest = new Uint8Array(0);

  /** @returns the chunks that are whole now. @throws RangeError when one is longer than any may be: read no further. */
  push(piece: Uint8Array): readonly Uint8Array[] {
    const bytes = new Uint8Array(this.#rest.length + piece.length);
    bytes.set(this.#rest);
    bytes.set(piece, this.#rest.length);
    const chunks: Uint8Array[] = [];
    let at = 0;
    while (bytes.length - at >= 4) {
      const length = new DataView(bytes.buffer).getUint32(at, true);
      if (length > MAX_BYTES) throw new RangeError(`Cannot read a track: a chunk of ${length} bytes`);
      if (bytes.length - at - 4 < length) break;
      chunks.push(bytes.slice(at + 4, at + 4 + length));
      at += 4 + length;
    }
    this.#rest = bytes.slice(at);
    return chunks;
  }

  /** False at the end of an answer: it was cut off. */
  get isWhole(): boolean {
    return this.#rest.length === 0;
  }
}
