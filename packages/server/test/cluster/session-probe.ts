import type { ClusterNode } from './cluster-node.ts';

/** A session that ended opens nowhere after this. */
export const REVOKED_MS = 2000;
const ROUND_MS = 700;
/** Between two of them a process begins to stand still, or ends. */
const LIVES_MS = 3000;
const ANSWER_MS = 20_000;

interface Account {
  readonly email: string;
  readonly password: string;
}

/** Signs in at one process and out at another one, again and again, and looks where the session still opens. */
export class SessionProbe {
  readonly #nodes: () => readonly ClusterNode[];
  readonly #account: Account;
  readonly violations: string[] = [];
  /** Sessions that ended, and were tried at the other processes. */
  ended = 0;
  #isEnding = false;
  #running: Promise<void> = Promise.resolve();
  readonly #open = new Set<Promise<void>>();

  constructor(nodes: () => readonly ClusterNode[], account: Account) {
    this.#nodes = nodes;
    this.#account = account;
  }
  start(): void {
    this.#running = this.#run();
  }
  async stop(): Promise<void> {
    this.#isEnding = true;
    await this.#running;
    await Promise.all(this.#open);
  }

  async #run(): Promise<void> {
    for (let round = 0; !this.#isEnding; round++) {
      const nodes = this.#nodes();
      const [at, other] = [nodes[round % nodes.length], nodes[(round + 1) % nodes.length]];
      if (at && other) {
        const work = this.#round(at, other).finally(() => this.#open.delete(work));
        this.#open.add(work);
      }
      await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
    }
  }
  /** Whatever fails here fails because a process is down: only what opens is looked at. */
  async #round(at: ClusterNode, other: ClusterNode): Promise<void> {
    const signedIn = await ask(at, 'POST', '', new URLSearchParams({ ...this.#account }));
    const cookie = signedIn?.headers.get('set-cookie')?.split(';')[0];
    if (!cookie) return;
    // It knows the session from now on.
    await ask(other, 'GET', cookie);
    await new Promise((resolve) => setTimeout(resolve, LIVES_MS));
    const out = await ask(at, 'DELETE', cookie);
    if (out?.status !== 204) return;
    const endedAt = Date.now();
    await new Promise((resolve) => setTimeout(resolve, REVOKED_MS));
    for (const node of this.#nodes()) {
      const reply = await ask(node, 'GET', cookie);
      if (reply?.status === 200)
        this.violations.push(
          `${node.name} opens a session ${Date.now() - endedAt} ms after it ended at ${at.name}`,
        );
    }
    this.ended++;
  }
}

async function ask(
  node: ClusterNode,
  method: string,
  cookie: string,
  body?: URLSearchParams,
): Promise<Response | null> {
  try {
    const reply = await fetch(`${node.url}/api/session`, {
      method,
      headers: cookie === '' ? {} : { cookie },
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body ? { body } : {}),
    });
    await reply.arrayBuffer();
    return reply;
  } catch {
    return null;
  }
}
