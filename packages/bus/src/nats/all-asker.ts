import { host } from '@rastro/base/host';
import { ALL_ANSWERS_MS, type AllPatience } from '../bus.ts';
import { Gathering } from '../gathering.ts';
import { decode } from './payload.ts';
import type { Replies } from './replies.ts';

/** Nobody can tell how many listen: after this time all have answered who did so before. */
const QUIET_MS = 100;
const FIRST_QUIET_MS = 300;

/**
 * Questions to all who answer a port. They are known by their former answers: it is waited for those, and a short time
 * for others. One that gives no answer in time is forgotten.
 */
export class AllAsker {
  readonly #replies: Replies;
  /** By port, those who have answered. */
  readonly #known = new Map<string, Set<string>>();

  constructor(replies: Replies) {
    this.#replies = replies;
  }

  /** @param send Sends the question, with the subject for answers. */
  ask(port: string, patience: AllPatience, send: (reply: string) => void): Promise<readonly unknown[]> {
    const gathering = new Gathering(patience);
    const known = this.#known.get(port) ?? new Set();
    this.#known.set(port, known);
    const missing = new Set(known);
    let isQuiet = false;
    const check = (): void => {
      if (isQuiet && missing.size === 0) gathering.end();
    };
    const { subject, close } = this.#replies.open((reply) => {
      const answer = reply && parse(decode(reply));
      if (!answer) return gathering.end();
      known.add(answer.from);
      missing.delete(answer.from);
      gathering.add(answer.answers);
      check();
    });
    const quiet = host.setTimeout(
      () => {
        isQuiet = true;
        check();
      },
      known.size > 0 ? QUIET_MS : FIRST_QUIET_MS,
    );
    // Later than its answer is given: a process that is new and slow gets known.
    host
      .setTimeout(() => {
        close();
        for (const id of missing) known.delete(id);
      }, patience.timeoutMs ?? ALL_ANSWERS_MS)
      .unref();
    send(subject);
    return gathering.done.finally(() => host.clearTimeout(quiet));
  }
}

function parse(reply: unknown): { readonly from: string; readonly answers: readonly unknown[] } | null {
  if (typeof reply !== 'object' || !reply || !('from' in reply) || !('answers' in reply)) return null;
  const { from, answers } = reply;
  return typeof from === 'string' && Array.isArray(answers) ? { from, answers } : null;
}
