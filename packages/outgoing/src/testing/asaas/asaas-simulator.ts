import type { IncomingHttpHeaders } from 'node:http';
import { startHttpSimulator, type SimulatedAnswer } from '../http-simulator.ts';
import { SimAccount } from './asaas-account.ts';
import { answerOf, errorAnswer } from './asaas-answers.ts';

export interface AsaasRequest {
  readonly method: string;
  /** Path and query, with the version. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
/** Fault of a call: another answer, or none: it never arrived, was done, or is done later. */
export type AsaasFault = SimulatedAnswer | 'lostRequest' | 'lostAnswer' | 'slow' | null;

const API_KEY = /^\$aact_(prod|hmlg)_\w+$/;

/** The provider for tests: its calls, its errors and its faults. @source its public documents */
export class AsaasSimulator {
  readonly account: SimAccount;
  readonly requests: AsaasRequest[] = [];
  /** Keys that are let in. */
  readonly keys = new Set<string>();
  readonly #slow: AsaasRequest[] = [];
  /** Asked before each call. */
  fault: (request: AsaasRequest) => AsaasFault = () => null;

  constructor(today: string, key = '$aact_hmlg_simulated') {
    this.account = new SimAccount(today);
    this.keys.add(key);
  }

  /** Runs the delayed calls now. */
  catchUp(): void {
    for (const request of this.#slow.splice(0)) if (!this.#letIn(request)) this.#answer(request);
  }

  /** @returns null = no answer. */
  handle(request: AsaasRequest): SimulatedAnswer | null {
    this.requests.push(request);
    const fault = this.fault(request);
    if (fault === 'lostRequest') return null;
    if (fault === 'slow') {
      this.#slow.push(request);
      return null;
    }
    if (fault !== null && fault !== 'lostAnswer') return fault;
    const answer = this.#letIn(request) ?? this.#answer(request);
    return fault === 'lostAnswer' ? null : answer;
  }

  #letIn({ method, headers, body }: AsaasRequest): SimulatedAnswer | null {
    const key = headers['access_token'];
    if (typeof key !== 'string')
      return errorAnswer(401, 'access_token_not_found', 'O header access_token não foi informado.');
    if (!API_KEY.test(key))
      return errorAnswer(401, 'invalid_access_token_format', 'Formato inválido de chave.');
    if (key.startsWith('$aact_prod_') && ![...this.keys].some((each) => each.startsWith('$aact_prod_')))
      return errorAnswer(401, 'invalid_environment', 'A chave não pertence a este ambiente.');
    if (!this.keys.has(key))
      return errorAnswer(401, 'invalid_access_token', 'A chave de API informada é inválida.');
    if (!headers['user-agent']) return errorAnswer(403, 'forbidden', 'User-Agent obrigatório.');
    if (method === 'GET' && (body !== '' || headers['content-length'] !== undefined))
      return { status: 403, body: '' };
    return null;
  }
  #answer({ method, target, body }: AsaasRequest): SimulatedAnswer {
    const url = new URL(target, 'http://asaas.test');
    const [version, ...path] = url.pathname
      .split('/')
      .filter((part) => part !== '')
      .map(decodeURIComponent);
    if (version !== 'v3') return { status: 404, body: '' };
    return answerOf(this.account, {
      method,
      path,
      query: url.searchParams,
      body: Object(body === '' ? {} : JSON.parse(body)),
    });
  }
}

export interface RunningAsaas {
  /** With its version. */
  readonly url: string;
  readonly asaas: AsaasSimulator;
  close(): Promise<void>;
}
/** The same behind a port of this machine. */
export async function startAsaasSimulator(today: string): Promise<RunningAsaas> {
  const asaas = new AsaasSimulator(today);
  const server = await startHttpSimulator(({ body, ...request }) => {
    return asaas.handle({ ...request, body: body.toString('utf8') }) ?? 'hang';
  });
  return { url: `${server.url}/v3`, asaas, close: () => server.close() };
}
