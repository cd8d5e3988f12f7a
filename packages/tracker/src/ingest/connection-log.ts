import type { LinkEnd } from '@rastro/fleet';
import type { LinkNotes, Repeated } from '../messages/topics.ts';

const NOTHING: LinkNotes = {
  connectedAt: null,
  ended: null,
  rejected: null,
  undecoded: null,
  takenOver: null,
};

/**
 * Events on the connections of devices since the start, one small note per device: in memory, because it explains the
 * present. Devices that work leave no more than the time they connected.
 */
export class ConnectionLog {
  readonly #notes = new Map<number, LinkNotes>();

  of(deviceId: number): LinkNotes {
    return this.#notes.get(deviceId) ?? NOTHING;
  }
  forget(deviceId: number): void {
    this.#notes.delete(deviceId);
  }

  connected(deviceId: number, at: number): void {
    this.#write(deviceId, { connectedAt: at });
  }
  ended(deviceId: number, reason: LinkEnd, at: number): void {
    this.#write(deviceId, { connectedAt: null, ended: { at, reason } });
  }
  rejected(deviceId: number, reason: 'disabled' | 'expired' | 'secret', at: number): void {
    this.#write(deviceId, { rejected: again(this.of(deviceId).rejected, reason, at) });
  }
  undecoded(deviceId: number, reason: string, at: number): void {
    this.#write(deviceId, { undecoded: again(this.of(deviceId).undecoded, reason, at) });
  }
  /** Mobile networks give new addresses, so it says little alone. */
  takenOver(deviceId: number, protocol: string, at: number): void {
    this.#write(deviceId, { takenOver: again(this.of(deviceId).takenOver, protocol, at) });
  }
  /** A message was understood. Nothing to do for most devices, most of the time. */
  understood(deviceId: number): void {
    const { undecoded, rejected } = this.of(deviceId);
    if (undecoded || rejected) this.#write(deviceId, { undecoded: null, rejected: null });
  }

  #write(deviceId: number, part: Partial<LinkNotes>): void {
    this.#notes.set(deviceId, { ...this.of(deviceId), ...part });
  }
}

function again<Reason extends string>(
  before: Repeated<Reason> | null,
  reason: Reason,
  at: number,
): Repeated<Reason> {
  return { at, reason, count: (before?.count ?? 0) + 1 };
}
