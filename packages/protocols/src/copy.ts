/** The bytes [from, to) on their own. `slice` of a socket's Buffer is a view: writing to it would change the frame. */
export const copyOf = (bytes: Uint8Array, from = 0, to: number = bytes.length): Uint8Array<ArrayBuffer> =>
  new Uint8Array(bytes.subarray(from, to));
