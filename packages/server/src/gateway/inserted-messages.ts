import { Transform, type TransformCallback } from 'node:stream';

const HEAD_END = Buffer.from('\r\n\r\n');
/** Longest head of an answer to an upgrade; one that is longer gets no messages of ours. */
const MAX_HEAD_BYTES = 65_536;
const MAX_UNREAD_BYTES = 1_048_576;
const TEXT_MESSAGE = 0x81;
const LENGTH_16 = 126;
const LENGTH_64 = 127;
const FINAL = 0x80;
const OPCODE = 0x0f;
/** From here on frames are about the connection; they may come between the frames of one message. */
const FIRST_CONTROL = 0x8;

/**
 * Bytes of a server to a browser, an answer to an upgrade and WebSocket frames after it, as they come, with messages of
 * ours between those of the server. @source RFC 6455 §5.2
 */
export class InsertedMessages extends Transform {
  #waiting: Buffer[] = [];
  /** Beginning of a head or of the first bytes of a frame. */
  #begun: Buffer = Buffer.alloc(0);
  #isOpen = false;
  /** Bytes left of the current frame. */
  #left = 0n;
  /** More frames of the same message follow. */
  #isWithin = false;
  #isBroken = false;

  /** Sends a text after the message that is under way. A reader who lets too much lie is cut off, and reads all again. */
  insert(text: string): void {
    if (this.#isBroken || this.destroyed || this.writableEnded) return;
    if (this.readableLength > MAX_UNREAD_BYTES) {
      this.destroy();
      return;
    }
    this.#waiting.push(textMessage(text));
    if (this.#isBetween()) this.#sendWaiting();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const end = this.#isBroken ? -1 : this.#lastEnd(chunk);
    if (end < 0 || this.#waiting.length === 0) this.push(chunk);
    else {
      this.push(chunk.subarray(0, end));
      this.#sendWaiting();
      this.push(chunk.subarray(end));
    }
    done();
  }

  #isBetween(): boolean {
    return this.#isOpen && this.#left === 0n && !this.#isWithin && this.#begun.length === 0;
  }
  #sendWaiting(): void {
    for (const message of this.#waiting) this.push(message);
    this.#waiting = [];
  }

  /** Follows the frames. @returns where in these bytes the last message ends; -1 = none does. */
  #lastEnd(chunk: Buffer): number {
    let at = 0;
    let end = -1;
    while (at < chunk.length && !this.#isBroken) {
      if (this.#left > 0n) {
        const taken = Math.min(chunk.length - at, Number(this.#left));
        this.#left -= BigInt(taken);
        at += taken;
      } else at = this.#readHead(chunk, at);
      if (this.#isBetween()) end = at;
    }
    return this.#isBroken ? -1 : end;
  }

  /** Reads what comes before the content. @returns where to go on. */
  #readHead(chunk: Buffer, at: number): number {
    const before = this.#begun.length;
    const bytes = Buffer.concat([this.#begun, chunk.subarray(at)]);
    const length = this.#isOpen ? this.#readFrame(bytes) : this.#readAnswer(bytes);
    if (length === null) {
      this.#begun = bytes;
      return chunk.length;
    }
    this.#begun = Buffer.alloc(0);
    return at + length - before;
  }
  /** @returns length of the head; null = it goes on. */
  #readAnswer(bytes: Buffer): number | null {
    const end = bytes.indexOf(HEAD_END);
    if (end < 0) {
      if (bytes.length > MAX_HEAD_BYTES) this.#isBroken = true;
      return null;
    }
    // Anything but 101 is an ordinary answer: no message fits there.
    if (bytes.toString('latin1', 0, 13).startsWith('HTTP/1.1 101 ')) this.#isOpen = true;
    else this.#isBroken = true;
    return end + HEAD_END.length;
  }
  #readFrame(bytes: Buffer): number | null {
    const [first = 0, second = 0] = bytes;
    if (bytes.length < 2) return null;
    const short = second & 0x7f;
    const size = short === LENGTH_16 ? 4 : short === LENGTH_64 ? 10 : 2;
    if (bytes.length < size) return null;
    // A server that masks does not keep to the protocol; where its frames end is unknown.
    if ((second & FINAL) !== 0) this.#isBroken = true;
    this.#left =
      size === 2 ? BigInt(short) : size === 4 ? BigInt(bytes.readUInt16BE(2)) : bytes.readBigUInt64BE(2);
    if ((first & OPCODE) < FIRST_CONTROL) this.#isWithin = (first & FINAL) === 0;
    return size;
  }
}

function textMessage(text: string): Buffer {
  const content = Buffer.from(text);
  const { length } = content;
  if (length < LENGTH_16) return Buffer.concat([Buffer.from([TEXT_MESSAGE, length]), content]);
  const head = Buffer.alloc(length <= 0xffff ? 4 : 10);
  head[0] = TEXT_MESSAGE;
  if (length <= 0xffff) {
    head[1] = LENGTH_16;
    head.writeUInt16BE(length, 2);
  } else {
    head[1] = LENGTH_64;
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, content]);
}
