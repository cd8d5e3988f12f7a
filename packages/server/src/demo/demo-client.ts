import type { Logger } from 'pino';

export interface DemoLogin {
  readonly email: string;
  readonly password: string;
}
export interface DemoCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With the prefix of the API or of the extension. */
  readonly path: string;
  readonly body?: unknown;
}

/** A user of the demonstration, who works as users do: over HTTP, with the rights of the account. */
export class DemoClient {
  readonly #url: string;
  readonly #authorization: string;
  readonly #log: Logger;

  constructor(url: string, { email, password }: DemoLogin, log: Logger) {
    this.#url = url;
    this.#authorization = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
    this.#log = log;
  }

  /** @returns The answer; null = it was rejected, which a tier below Plus may do. */
  async call({ method, path, body }: DemoCall): Promise<unknown> {
    const isPicture = body instanceof Uint8Array;
    const answer = await fetch(this.#url + path, {
      method,
      headers: {
        authorization: this.#authorization,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': isPicture ? 'image/png' : 'application/json' }),
      },
      body: isPicture ? new Uint8Array(body) : body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.text();
    this.#log.debug({ method, path, status: answer.status }, 'done in the demonstration');
    if (!answer.ok || text === '') return null;
    return JSON.parse(text);
  }

  async list<T extends object>(path: string): Promise<readonly T[]> {
    const found = await this.call({ method: 'GET', path });
    return Array.isArray(found) ? found : [];
  }
}
