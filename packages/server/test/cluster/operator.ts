import type { ClusterNode } from './cluster-node.ts';

const ANSWER_MS = 20_000;
const AGAIN_MS = 200;
const GIVE_UP_MS = 90_000;

/** An administrator who goes on at another process when one does not answer. */
export class Operator {
  readonly #nodes: () => readonly ClusterNode[];
  readonly #authorization: string;
  #at = 0;

  constructor(nodes: () => readonly ClusterNode[], email: string, password: string) {
    this.#nodes = nodes;
    this.#authorization = `Basic ${btoa(`${email}:${password}`)}`;
  }

  /** @returns null when it is not known whether it was done. */
  async tryOnce(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ readonly status: number; readonly text: string } | null> {
    const nodes = this.#nodes();
    const node = nodes[this.#at++ % nodes.length];
    try {
      const reply = await fetch(`${node?.url}${path}`, {
        method,
        headers: {
          authorization: this.#authorization,
          'content-type': 'application/json',
          accept: 'application/json',
        },
        signal: AbortSignal.timeout(ANSWER_MS),
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: reply.status, text: await reply.text() };
    } catch {
      return null;
    }
  }
  /** Until it is answered; only for what may be done twice. @throws when it is refused. */
  async json<T>(method: string, path: string, body?: object): Promise<T> {
    const end = Date.now() + GIVE_UP_MS;
    for (;;) {
      const reply = await this.tryOnce(method, path, body);
      if (reply && reply.status < 300) return JSON.parse(reply.text === '' ? 'null' : reply.text) as T;
      // What another process has just made may be known here a moment later.
      const isKnown = reply?.status !== 404;
      if (reply && reply.status < 500 && isKnown)
        throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
      if (Date.now() > end)
        throw new Error(`${method} ${path}: no answer but ${reply?.status} ${reply?.text}`);
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
