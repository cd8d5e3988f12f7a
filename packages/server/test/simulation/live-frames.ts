/** Frames of a web socket that a server writes, out of its bytes; what precedes them is the answer to the request. */
export class LiveFrames {
  #bytes = Buffer.alloc(0);
  #isOpen = false;

  /** @returns whole frames in these bytes and what was there before. */
  take(bytes: Uint8Array): readonly { readonly opcode: number; readonly payload: Buffer }[] {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    if (!this.#isOpen) {
      const end = this.#bytes.indexOf('\r\n\r\n');
      if (end < 0) return [];
      this.#isOpen = true;
      this.#bytes = this.#bytes.subarray(end + 4);
    }
    const frames: { opcode: number; payload: Buffer }[] = [];
    for (let frame = this.#next(); frame; frame = this.#next()) frames.push(frame);
    return frames;
  }

  #next(): { opcode: number; payload: Buffer } | null {
    const bytes = this.#bytes;
    if (bytes.length < 2) return null;
    const short = bytes.readUInt8(1) & 0x7f;
    const head = short === 127 ? 10 : short === 126 ? 4 : 2;
    if (bytes.length < head) return null;
    const size =
      short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short;
    if (bytes.length < head + size) return null;
    this.#bytes = bytes.subarray(head + size);
    return { opcode: bytes.readUInt8(0) & 0x0f, payload: bytes.subarray(head, head + size) };
  }
}

export const TEXT = 1;
export const CLOSE = 8;
export const PING = 9;
const PONG = 10;

/** A short frame of a client; its mask is zero. */
function clientFrame(opcode: number, payload: Buffer): Buffer {
  return Buffer.concat([Buffer.of(0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0), payload]);
}
export const pongFrame = (payload: Buffer): Buffer => clientFrame(PONG, payload);
export const closeFrame = (payload: Buffer): Buffer => clientFrame(CLOSE, payload.subarray(0, 2));
