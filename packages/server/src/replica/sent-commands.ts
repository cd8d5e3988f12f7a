import { DAY_MS, type Clock } from '@rastro/base';
import type { CommandStorage, StoredCommand } from '@rastro/storage';
import type { ForwardedReply } from '../gateway/tracking-server.ts';

/** News about a command of a device. */
export interface CommandNews {
  readonly type: 'queuedCommandSent' | 'commandResult';
  /** When the tracking server had it. */
  readonly at: number;
  /** Answer of the device. */
  readonly result: string | null;
}
/** A command as the tracking server answers for it. */
interface SentCommand {
  readonly deviceId: number;
  readonly type: string;
  readonly textChannel: boolean;
  readonly description: string | null;
  readonly attributes: StoredCommand['attributes'];
}

/** Commands of a device that are followed; older ones have no result any more. */
const MAX_FOLLOWED = 100;
/** An answer after this belongs to no command. */
const ANSWER_MS = DAY_MS;
/** Clocks of the two servers may differ by so much. */
const CLOCKS_MS = 10_000;
/** A Traccar keeps a queued command until the device connects, however long that takes. */
const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * Life of the commands that were sent through this installation to an external server. It is known from the answer of
 * that server, and from its events: a queued command was sent, a device answered.
 */
export class SentCommands {
  readonly #storage: CommandStorage;
  readonly #clock: Clock;

  constructor(storage: CommandStorage, clock: Clock) {
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

  /**
   * Brings the commands of a device up to date.
   * @param news All of it since the oldest open command was created, in order; what was applied before changes nothing.
   */
  async follow(deviceId: number, news: readonly CommandNews[]): Promise<void> {
    const newest = await this.#newest(deviceId);
    const open = this.#openAmong(newest);
    const applied = newest.flatMap(({ status, sentAt, changedAt }) => [
      `queuedCommandSent ${sentAt}`,
      ...(status === 'confirmed' ? [`commandResult ${changedAt}`] : []),
    ]);
    for (const each of news) {
      const known = applied.indexOf(`${each.type} ${each.at}`);
      if (known >= 0) applied.splice(known, 1);
      else await this.#apply(each, open);
    }
  }

  async #apply(news: CommandNews, open: StoredCommand[]): Promise<void> {
    const at = open.findIndex((command) => isAbout(news, command));
    const command = open[at];
    if (!command) return;
    const isSent = news.type === 'queuedCommandSent';
    const changed: StoredCommand = isSent
      ? { ...command, status: 'sent', sentAt: news.at, changedAt: news.at }
      : { ...command, status: 'confirmed', result: news.result, changedAt: news.at };
    await this.#storage.updateCommand(changed);
    if (isSent) open[at] = changed;
    else open.splice(at, 1);
  }

  /** Queued commands and those without an answer, oldest first. */
  async #open(deviceId: number): Promise<StoredCommand[]> {
    return this.#openAmong(await this.#newest(deviceId));
  }
  #openAmong(newest: readonly StoredCommand[]): StoredCommand[] {
    const oldestSent = this.#clock.now() - ANSWER_MS;
    return newest
      .filter(
        ({ status, sentAt }) => status === 'queued' || (status === 'sent' && (sentAt ?? 0) > oldestSent),
      )
      .toReversed();
  }
  #newest(deviceId: number): Promise<readonly StoredCommand[]> {
    return this.#storage.commands({ deviceId, limit: MAX_FOLLOWED, offset: 0 });
  }
}

/** A queued command leaves in its turn; an answer is about the first one without an answer that was sent before it. */
function isAbout({ type, at }: CommandNews, { status, createdAt, sentAt }: StoredCommand): boolean {
  if (type === 'queuedCommandSent') return status === 'queued' && createdAt <= at + CLOCKS_MS;
  return status === 'sent' && (sentAt ?? 0) <= at + CLOCKS_MS;
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
