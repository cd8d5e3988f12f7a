import { DAY_MS, type Clock } from '@rastro/base';
import type { CommandStorage, HistoryStorage, StoredCommand, StoredEvent } from '@rastro/storage';
import type { ForwardedReply } from '../gateway/tracking-server.ts';

type Store = CommandStorage & Pick<HistoryStorage, 'events'>;
/** A command as the tracking server answers for it. */
interface SentCommand {
  readonly deviceId: number;
  readonly type: string;
  readonly textChannel: boolean;
  readonly description: string | null;
  readonly attributes: StoredCommand['attributes'];
}

const PAGE_ROWS = 1000;
/** Commands of a device that are followed; older ones have no result any more. */
const MAX_FOLLOWED = 100;
/** An answer after this belongs to no command. */
const ANSWER_MS = DAY_MS;
/** A Traccar keeps a queued command until the device connects, however long that takes. */
const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * Life of the commands that were sent through this installation to an external server. It is known from the answer of
 * that server, and from its events: a queued command was sent, a device answered.
 */
export class SentCommands {
  readonly #storage: Store;
  readonly #clock: Clock;

  constructor(storage: Store, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /** Stores the commands of an answer of `POST /commands/send`. */
  async add(userId: number, { status, body }: Pick<ForwardedReply, 'status' | 'body'>): Promise<void> {
    const answer: unknown = JSON.parse(body.toString('utf8'));
    const sent = [answer].flat().flatMap((each) => readCommand(each) ?? []);
    const now = this.#clock.now();
    const isQueued = status === 202;
    await this.#storage.insertCommands(
      sent.map((command) => ({
        ...command,
        userId,
        status: isQueued ? 'queued' : 'sent',
        createdAt: now,
        expiresAt: NEVER,
        sentAt: isQueued ? null : now,
        changedAt: now,
        result: null,
        reason: null,
      })),
    );
  }

  /** Creation of the oldest command of a device whose end is open; null = there is none. */
  async openSince(deviceId: number): Promise<number | null> {
    return (await this.#open(deviceId)).at(0)?.createdAt ?? null;
  }

  /** Brings the commands of a device up to date with the copied events. */
  async follow(deviceId: number): Promise<void> {
    const open = await this.#open(deviceId);
    const [oldest] = open;
    if (!oldest) return;
    const period = { from: oldest.createdAt, to: this.#clock.now() };
    for await (const page of this.#storage.events({ deviceId, ...period, pageSize: PAGE_ROWS }))
      for (const event of page) await this.#apply(event, open);
  }

  async #apply(event: StoredEvent, open: StoredCommand[]): Promise<void> {
    const at = open.findIndex((command) => isAbout(event, command));
    const command = open[at];
    if (!command) return;
    const isSent = event.type === 'queuedCommandSent';
    const { result } = event.attributes;
    const changed: StoredCommand = isSent
      ? { ...command, status: 'sent', sentAt: event.eventTime, changedAt: event.eventTime }
      : {
          ...command,
          status: 'confirmed',
          result: typeof result === 'string' ? result : null,
          changedAt: event.eventTime,
        };
    await this.#storage.updateCommand(changed);
    if (isSent) open[at] = changed;
    else open.splice(at, 1);
  }

  /** Queued commands and those without an answer, oldest first. */
  async #open(deviceId: number): Promise<StoredCommand[]> {
    const newest = await this.#storage.commands({ deviceId, limit: MAX_FOLLOWED, offset: 0 });
    const oldestSent = this.#clock.now() - ANSWER_MS;
    return newest
      .filter(
        ({ status, sentAt }) => status === 'queued' || (status === 'sent' && (sentAt ?? 0) > oldestSent),
      )
      .toReversed();
  }
}

/** A queued command leaves in its turn; an answer is about the first one without an answer that was sent before it. */
function isAbout({ type, eventTime }: StoredEvent, { status, createdAt, sentAt }: StoredCommand): boolean {
  if (type === 'queuedCommandSent') return status === 'queued' && createdAt <= eventTime;
  return type === 'commandResult' && status === 'sent' && (sentAt ?? 0) <= eventTime;
}

function readCommand(json: unknown): SentCommand | null {
  const {
    deviceId,
    type,
    textChannel,
    description,
    attributes,
  }: Partial<Record<keyof SentCommand, unknown>> = Object(json);
  if (typeof deviceId !== 'number' || typeof type !== 'string') return null;
  return {
    deviceId,
    type,
    textChannel: textChannel === true,
    description: typeof description === 'string' && description !== '' ? description : null,
    attributes: plainValues(attributes),
  };
}

function plainValues(attributes: unknown): Record<string, string | number | boolean> {
  const plain: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries<unknown>({ ...Object(attributes) }))
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      plain[name] = value;
  return plain;
}
