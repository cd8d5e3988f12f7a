import { generateKeyPairSync, verify } from 'node:crypto';
import {
  startHttpSimulator,
  type HttpSimulator,
  type Script,
  type SimulatedAnswer,
} from '@rastro/outgoing/testing';

/** Google's token endpoint and FCM HTTP v1, as far as docs/reference/integrations.md §2.4 states them. */
export interface GoogleSimulator {
  readonly http: HttpSimulator;
  readonly account: {
    readonly project_id: string;
    readonly client_email: string;
    readonly private_key: string;
    readonly token_uri: string;
  };
  /** Messages taken, as sent. */
  readonly messages: readonly Record<string, unknown>[];
  /** Access tokens given out so far. */
  tokensGiven: number;
  /** Answers of FCM to messages from now on; null = accepts them. */
  answer(next: (() => SimulatedAnswer | 'hang') | null): void;
  /** Access tokens given out so far are rejected from now on. */
  revoke(): void;
}

export const fcmError = (status: number, code: string | null, errorStatus = 'INVALID'): SimulatedAnswer => ({
  status,
  headers: { 'retry-after': '0' },
  body: JSON.stringify({
    error: {
      code: status,
      status: errorStatus,
      details: [
        code === null
          ? { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [] }
          : { '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: code },
      ],
    },
  }),
});

export async function startGoogleSimulator(): Promise<GoogleSimulator> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const messages: Record<string, unknown>[] = [];
  let answer: (() => SimulatedAnswer | 'hang') | null = null;
  let good = new Set<string>();

  const giveToken = (form: URLSearchParams): SimulatedAnswer => {
    const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      publicKey,
      Buffer.from(signature, 'base64url'),
    );
    const { iss, aud, exp, scope } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
      string,
      unknown
    >;
    const isOurs = iss === google.account.client_email && aud === google.account.token_uri;
    const inTime = Math.abs(Number(exp) * 1000 - Date.now() - 3_600_000) < 60_000;
    if (!isSigned || !isOurs || !inTime || scope !== 'https://www.googleapis.com/auth/firebase.messaging')
      return { status: 400, body: '{"error":"invalid_grant"}' };
    const token = `token-${++google.tokensGiven}`;
    good.add(token);
    return {
      status: 200,
      body: JSON.stringify({ access_token: token, expires_in: 3600, token_type: 'Bearer' }),
    };
  };
  const script: Script = ({ target, headers, body }) => {
    if (target === '/token') return giveToken(new URLSearchParams(body.toString()));
    if (target !== '/v1/projects/fleet-1/messages:send') return { status: 404 };
    if (!good.has((headers.authorization ?? '').replace('Bearer ', '')))
      return { status: 401, body: '{"error":{"code":401,"status":"UNAUTHENTICATED"}}' };
    if (answer) return answer();
    const { message } = JSON.parse(body.toString()) as { message: Record<string, unknown> };
    const values = Object.values(message['data'] ?? {});
    if (values.some((value) => typeof value !== 'string')) return fcmError(400, null);
    messages.push(message);
    return { status: 200, body: '{"name":"projects/fleet-1/messages/1"}' };
  };
  const http = await startHttpSimulator(script);
  const google: GoogleSimulator = {
    http,
    account: {
      project_id: 'fleet-1',
      client_email: 'push@fleet-1.example.com',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: `${http.url}/token`,
    },
    messages,
    tokensGiven: 0,
    answer: (next) => {
      answer = next;
    },
    revoke: () => {
      good = new Set();
    },
  };
  return google;
}
