import { findProtocol } from '@rastro/protocols';
import type { StoredCommand, StoredPosition } from '@rastro/storage';
import type { CommandJournal } from './command-journal.ts';
import { forEncoder, isAwaited } from '../pending-records/command-life.ts';
import { isLinkOf } from '../messages/link-id.ts';
import type { ReceivedAnswer } from '../messages/records.ts';
import { effectOf, isSameMatter, shows } from './effect-of.ts';

/** Time in which an answer or a report may confirm or deny a command. */
export const WATCH_MS = 24 * 3_600_000;
/** An unanswered datagram may have been lost. */
const UNRELIABLE_MS = 300_000;
/** A device clock may lag; what it recorded earlier than this before the command says nothing about it. */
const CLOCK_LAG_MS = 5000;
/** A report may come before the answer. */
const LATE_ANSWER_MS = 10_000;
/** Per device; the oldest are no longer watched. */
const MAX_WATCHED = 20;

const UNANSWERED: ReadonlySet<string> = new Set(['sent', 'unanswered', 'unknown']);

/** Way of a command to its device. */
export interface CommandWay {
  /** False = a datagram. */
  readonly isReliable: boolean;
  /** The connection that took it; null = none that still is. */
  readonly linkId: string | null;
}
/** In the answer to a request, or by a connection of an earlier process. */
export const CARRIED: CommandWay = { isReliable: true, linkId: null };
interface Sent extends CommandWay {
  /** An earlier process sent it: the connection that took it is gone. */
  readonly isEarlier: boolean;
  command: StoredCommand;
  /** The device has sent something since: its connection lived on. */
  hasReceivedSince: boolean;
  /** When a report showed its effect; 0 = none has. */
  confirmedAt: number;
}

/** Sent commands that may still be answered, confirmed by the vehicle, or found lost. */
export class SentCommands {
  readonly #journal: CommandJournal;
  readonly #byDevice = new Map<number, Sent[]>();
  readonly #onError: (error: unknown) => void;
  readonly #writing = new Set<Promise<void>>();

  constructor(journal: CommandJournal, onError: (error: unknown) => void) {
    this.#journal = journal;
    this.#onError = onError;
  }

  add(command: StoredCommand, way: CommandWay, isEarlier = false): void {
    const effect = effectOf(command);
    const others = (this.#byDevice.get(command.deviceId) ?? []).filter((sent) => {
      const former = effectOf(sent.command);
      return !effect || !former || !isSameMatter(effect, former);
    });
    const watched = [...others, { ...way, isEarlier, command, hasReceivedSince: false, confirmedAt: 0 }];
    this.#byDevice.set(command.deviceId, watched.slice(-MAX_WATCHED));
  }

  /** Called when a device has sent something. */
  messageReceived(deviceId: number): void {
    for (const sent of this.#byDevice.get(deviceId) ?? []) sent.hasReceivedSince = true;
  }
  /** Its connection at a node ended: what was written to it last may not have arrived. */
  lost(deviceId: number, node: string): void {
    for (const sent of this.#byDevice.get(deviceId) ?? []) {
      const wasThere = sent.linkId === null || isLinkOf(sent.linkId, node);
      if (wasThere && sent.command.status === 'sent' && !sent.hasReceivedSince && sent.isReliable)
        this.#change(sent, {
          status: 'unknown',
          reason: 'the connection ended before the device said anything',
        });
    }
  }

  /**
   * The oldest unanswered command that the answer can belong to is accepted, or rejected: first of those that the same
   * connection took, and one that may be lost only when no other waits.
   */
  answered(
    device: { readonly id: number; readonly uniqueId: string },
    protocol: string,
    answer: ReceivedAnswer,
  ): void {
    const codec = findProtocol(protocol);
    if (codec?.kind !== 'stream') return;
    const matching = (this.#byDevice.get(device.id) ?? []).filter(({ command }) =>
      codec.isAnswerTo(answer, forEncoder(command, device.uniqueId)),
    );
    const isOfLink = ({ linkId }: Sent): boolean => linkId !== null && linkId === answer.linkId;
    const answered = oldestOpen(matching.filter(isOfLink)) ?? oldestOpen(matching);
    if (!answered) return;
    const { text: result } = answer;
    if (isLate(answered)) {
      this.#change(answered, { status: 'confirmed', result, reason: null });
      return;
    }
    if (answer.isRejected) {
      this.#change(answered, { status: 'failed', result, reason: `Command refused - ${result}` });
      this.#retain(device.id, ({ command }) => isAwaited(command.status));
    } else this.#change(answered, { status: 'accepted', result, reason: null });
  }

  /** A report may show what commands have done. */
  reported(position: StoredPosition): void {
    const watched = this.#byDevice.get(position.deviceId);
    if (!watched) return;
    const isSince = ({ command }: Sent): boolean => (command.sentAt ?? 0) <= position.serverTime;
    for (const sent of watched) {
      const effect = effectOf(sent.command);
      const isFresh = position.deviceTime >= (sent.command.sentAt ?? 0) - CLOCK_LAG_MS && isSince(sent);
      if (effect && isFresh && isAwaited(sent.command.status) && shows(position.attributes, effect)) {
        this.#change(sent, { status: 'confirmed', reason: null });
        sent.confirmedAt = position.serverTime;
      }
    }
    this.#retain(
      position.deviceId,
      ({ command, confirmedAt }) =>
        isAwaited(command.status) || position.serverTime - confirmedAt < LATE_ANSWER_MS,
    );
  }

  /** Drops commands about which no answer is expected any more. */
  sweep(now: number, answerMs: number): void {
    for (const [deviceId, watched] of this.#byDevice) {
      for (const sent of watched) {
        const isOld = (sent.command.sentAt ?? 0) + UNRELIABLE_MS <= now;
        const isLate = (sent.command.sentAt ?? 0) + answerMs <= now;
        if (isLate && sent.isReliable && sent.command.status === 'sent')
          this.#change(sent, { status: 'unanswered', reason: null });
        if (isOld && !sent.isReliable && sent.command.status === 'sent')
          this.#change(sent, { status: 'unknown', reason: 'a datagram without an answer may be lost' });
      }
      this.#retain(deviceId, ({ command }) => (command.sentAt ?? 0) + WATCH_MS > now);
    }
  }
  devices(): Iterable<number> {
    return this.#byDevice.keys();
  }
  forget(deviceId: number): void {
    this.#byDevice.delete(deviceId);
  }
  /** Resolves when all that was noticed is written down. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing);
  }

  #retain(deviceId: number, worthwhile: (sent: Sent) => boolean): void {
    const left = (this.#byDevice.get(deviceId) ?? []).filter(worthwhile);
    if (left.length > 0) this.#byDevice.set(deviceId, left);
    else this.#byDevice.delete(deviceId);
  }

  /** In memory at once, so that the next report finds it done; the journal keeps the order of calls. */
  #change(sent: Sent, change: Pick<StoredCommand, 'status' | 'reason'> & { readonly result?: string }): void {
    const before = sent.command;
    sent.command = { ...before, ...change };
    const writing: Promise<void> = this.#journal
      .note(before, { ...change, result: change.result ?? before.result })
      .then(
        () => {},
        (error: unknown) => this.#onError(error),
      )
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }
}

/** Confirmed by a report that came before the answer. */
const isLate = ({ command }: Sent): boolean => command.status === 'confirmed' && command.result === null;

const oldestOpen = (sent: readonly Sent[]): Sent | undefined =>
  sent.find(({ command, isEarlier }) => command.status === 'sent' && !isEarlier) ??
  sent.find(({ command }) => UNANSWERED.has(command.status)) ??
  sent.find(isLate);
