import type { Clock } from '@rastro/base';
import type { EventType } from '@rastro/fleet';
import type { StoredEvent, StoredPosition } from '@rastro/storage';
import type { Ask } from '../gateway/foreign-calls.ts';
import { BoundedCalls } from './bounded-calls.ts';
import { eventOf, positionOf } from './traccar-history.ts';
import { SessionEndedError, UnreadableAnswerError } from './unreadable-answer.ts';

/** Times are milliseconds since 1970, both included. */
export interface Period {
  readonly from: number;
  readonly to: number;
}
export type Headers = Readonly<Record<string, string | string[]>>;

interface Options {
  readonly ask: Ask;
  /** For messages. */
  readonly origin: string;
  /** Of an administrator there. */
  readonly token: string;
  readonly perSecond: number;
  readonly clock: Clock;
}

const UNAUTHORIZED = 401;
/** The address of a call stays short. */
const IDS_AT_ONCE = 100;
/** Calls to the tracking server under way at once. */
const CONCURRENT = 4;

/**
 * Reads from a Traccar: with the account of this installation, or as a caller with that caller's session. All calls
 * share one bound, so that a report over a year does not take the tracking server away from those who watch vehicles.
 */
export class TraccarReader {
  readonly #ask: Ask;
  readonly #origin: string;
  readonly #own: Headers;
  readonly #calls: BoundedCalls;

  constructor({ ask, origin, token, perSecond, clock }: Options) {
    this.#ask = ask;
    this.#origin = origin;
    this.#own = { authorization: `Bearer ${token}` };
    this.#calls = new BoundedCalls({ concurrent: CONCURRENT, perSecond, clock });
  }

  /**
   * A list of entities. @param as Headers of the caller in whose name it is read; absent = of this installation.
   * @throws UnreadableAnswerError
   */
  async list(path: string, signal: AbortSignal, as: Headers = this.#own): Promise<readonly object[]> {
    const answer = await this.#json(path, as, signal);
    if (isList(answer)) return answer;
    throw this.#unreadable(path, 'a list was expected');
  }

  async one(path: string, signal: AbortSignal): Promise<object> {
    const answer = await this.#json(path, this.#own, signal);
    if (typeof answer === 'object' && answer !== null && !Array.isArray(answer)) return answer;
    throw this.#unreadable(path, 'an object was expected');
  }

  /** All positions of a device between two fix times, in their order. @throws UnreadableAnswerError */
  async positions(deviceId: number, { from, to }: Period, signal: AbortSignal): Promise<StoredPosition[]> {
    const path = `/api/positions?deviceId=${deviceId}&${periodQuery({ from, to })}`;
    const found = (await this.list(path, signal)).map((each) =>
      this.#read(path, () => positionOf(each, deviceId)),
    );
    if (found.some(({ fixTime }) => fixTime < from || fixTime > to))
      throw this.#unreadable(path, 'a position is from another time');
    return found.sort((a, b) => a.fixTime - b.fixTime || a.deviceTime - b.deviceTime || a.id - b.id);
  }

  /** Newest positions by their ids. @throws UnreadableAnswerError */
  async positionsById(ids: readonly number[], signal: AbortSignal): Promise<StoredPosition[]> {
    const found: StoredPosition[] = [];
    for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
      const query = ids.slice(at, at + IDS_AT_ONCE).map((id) => `id=${id}`);
      const path = `/api/positions?${query.join('&')}`;
      for (const each of await this.list(path, signal))
        found.push(this.#read(path, () => positionOf(each, Number(Object(each).deviceId))));
    }
    return found;
  }

  /**
   * Events of a device in order of time. @param narrowed Headers of the caller who may know of them (absent = of this
   * installation), and types (absent = all). @throws UnreadableAnswerError
   */
  async events(
    deviceId: number,
    period: Period,
    signal: AbortSignal,
    { as, types = [] }: { readonly as?: Headers; readonly types?: readonly EventType[] } = {},
  ): Promise<StoredEvent[]> {
    const ofTypes = types.map((type) => `&type=${type}`).join('');
    const path = `/api/reports/events?deviceId=${deviceId}&${periodQuery(period)}${ofTypes}`;
    const found = (await this.list(path, signal, as)).flatMap(
      (each) => this.#read(path, () => eventOf(each, deviceId)) ?? [],
    );
    return found.sort((a, b) => a.eventTime - b.eventTime || a.id - b.id);
  }

  #json(path: string, headers: Headers, signal: AbortSignal): Promise<unknown> {
    return this.#calls.run(async () => {
      const { statusCode, body } = await this.#ask(
        'GET',
        path,
        { ...headers, accept: 'application/json' },
        null,
      );
      if (statusCode !== 200) {
        await body.dump();
        if (statusCode === UNAUTHORIZED && headers !== this.#own) throw new SessionEndedError();
        throw this.#unreadable(path, `the answer is ${statusCode}`);
      }
      return body.json().catch((cause: unknown) => {
        throw this.#unreadable(path, 'the answer is no JSON', cause);
      });
    }, signal);
  }

  #read<T>(path: string, read: () => T): T {
    try {
      return read();
    } catch (cause) {
      throw this.#unreadable(path, cause instanceof Error ? cause.message : String(cause), cause);
    }
  }
  #unreadable(path: string, why: string, cause?: unknown): UnreadableAnswerError {
    return new UnreadableAnswerError(`Cannot read ${path} of the tracking server ${this.#origin}: ${why}`, {
      cause,
    });
  }
}

const periodQuery = ({ from, to }: Period): string =>
  new URLSearchParams({ from: new Date(from).toISOString(), to: new Date(to).toISOString() }).toString();

const isList = (answer: unknown): answer is readonly object[] =>
  Array.isArray(answer) && answer.every((each) => typeof each === 'object' && each !== null);
