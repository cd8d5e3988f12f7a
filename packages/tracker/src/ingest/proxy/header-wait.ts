import type { Deadlines, Expiring } from '../deadlines.ts';
import type { DeviceSocket, Sender } from '../listener.ts';
import { ProxyHeaderReader } from './proxy-header-reader.ts';
import type { ProxyHeaderError } from './proxy-header.ts';

export type HeaderEnd =
  /** Its socket goes on, paused, with the bytes of the device. */
  | { readonly kind: 'header'; readonly from: Sender | null }
  | { readonly kind: 'rejected'; readonly reason: ProxyHeaderError | 'timeout' | 'cut off' }
  /** A check of the balancer, which may also hang up without a byte. */
  | { readonly kind: 'quiet' };

/** A connection of a load balancer, until its header is read. Called back once. */
export class HeaderWait implements Expiring {
  dueStep = 0;
  slot = 0;
  readonly #socket: DeviceSocket;
  readonly #deadlines: Deadlines;
  readonly #onEnd: (end: HeaderEnd) => void;
  readonly #reader = new ProxyHeaderReader();

  constructor(socket: DeviceSocket, deadlines: Deadlines, onEnd: (end: HeaderEnd) => void) {
    this.#socket = socket;
    this.#deadlines = deadlines;
    this.#onEnd = onEnd;
  }

  begin(headerMs: number): void {
    this.dueStep = this.#deadlines.stepAfter(headerMs);
    this.#deadlines.watch(this);
    const socket = this.#socket.on('data', this.#receive).on('error', this.#failed);
    // Ports for requests leave their own half open.
    socket.on('end', this.#hungUp).on('close', this.#hungUp);
  }
  expire(): void {
    this.#close({ kind: 'rejected', reason: 'timeout' });
  }
  /** The port closes. */
  leave(): void {
    this.#close({ kind: 'quiet' });
  }

  readonly #receive = (chunk: Uint8Array): void => {
    const read = this.#reader.push(chunk);
    if (!read.ok) this.#close({ kind: 'rejected', reason: read.error });
    else if (read.value?.header.isLocal) this.#close({ kind: 'quiet' });
    else if (read.value) this.#goOn(read.value.header.from, read.value.rest);
  };
  /** Its end follows. */
  readonly #failed = (): void => {};
  readonly #hungUp = (): void => {
    const isCheck = this.#reader.heldBytes === 0;
    this.#close(isCheck ? { kind: 'quiet' } : { kind: 'rejected', reason: 'cut off' });
  };

  #goOn(from: Sender | null, rest: Uint8Array): void {
    const socket = this.#socket;
    socket.pause();
    if (rest.length > 0) socket.unshift(rest);
    this.#end({ kind: 'header', from });
    // Whoever takes it has its own handlers by now.
    if (!socket.destroyed) socket.resume();
  }
  #close(end: HeaderEnd): void {
    this.#end(end);
    this.#socket.on('error', this.#failed).destroy();
  }
  #end(end: HeaderEnd): void {
    this.#deadlines.forget(this);
    const socket = this.#socket.off('data', this.#receive).off('error', this.#failed);
    socket.off('end', this.#hungUp).off('close', this.#hungUp);
    this.#onEnd(end);
  }
}
