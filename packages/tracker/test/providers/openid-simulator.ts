import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A user with an account at the provider. */
export interface OpenIdAccount {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}
export interface OpenIdSimulator {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** User at the sign-in page; null = one who declines. */
  account: OpenIdAccount | null;
  /** Fault of the next id token. */
  fault: 'nonce' | 'expired' | 'audience' | 'signature' | null;
  /** Goes to the sign-in page as a browser does. @returns where it is sent back to. */
  signIn(address: string): Promise<URL>;
  close(): void;
}

interface Grant {
  readonly account: OpenIdAccount;
  readonly challenge: string;
  readonly nonce: string;
  readonly redirectUri: string;
}
const base64url = (value: object | string): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** An OpenID Connect provider as the specification describes it; it shares nothing with the product. */
export async function startOpenIdSimulator(): Promise<OpenIdSimulator> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const grants = new Map<string, Grant>();
  const tokens = new Map<string, OpenIdAccount>();
  const [clientId, clientSecret] = ['rastro', 'provider-secret'];
  let issuer = '';

  const idToken = ({ account, nonce }: Grant): string => {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      sub: account.sub,
      aud: simulator.fault === 'audience' ? 'somebody-else' : clientId,
      iat: now - 3600 * (simulator.fault === 'expired' ? 2 : 0),
      exp: now + 3600 * (simulator.fault === 'expired' ? -1 : 1),
      nonce: simulator.fault === 'nonce' ? 'another' : nonce,
    };
    const text = `${base64url({ alg: 'RS256', kid: '1', typ: 'JWT' })}.${base64url(claims)}`;
    const key = simulator.fault === 'signature' ? foreign.privateKey : keys.privateKey;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`;
  };
  const token = (form: URLSearchParams, authorization: string): { status: number; body: object } => {
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const isClient = authorization === basic || form.get('client_secret') === clientSecret;
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const fits = grant?.challenge === challenge && grant.redirectUri === form.get('redirect_uri');
    if (!grant || !isClient || !fits) return { status: 400, body: { error: 'invalid_grant' } };
    const access = randomUUID();
    tokens.set(access, grant.account);
    return {
      status: 200,
      body: { access_token: access, token_type: 'Bearer', expires_in: 60, id_token: idToken(grant) },
    };
  };
  const authorize = (query: URLSearchParams): string => {
    const redirectUri = query.get('redirect_uri') ?? '';
    const back = new URL(redirectUri);
    back.searchParams.set('state', query.get('state') ?? '');
    if (!simulator.account) {
      back.searchParams.set('error', 'access_denied');
      return back.href;
    }
    const code = randomUUID();
    const [challenge, nonce] = [query.get('code_challenge') ?? '', query.get('nonce') ?? ''];
    grants.set(code, { account: simulator.account, challenge, nonce, redirectUri });
    back.searchParams.set('code', code);
    return back.href;
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', issuer);
    const json = (body: object, status = 200): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (url.pathname === '/.well-known/openid-configuration')
      return json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        userinfo_endpoint: `${issuer}/userinfo`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      });
    if (url.pathname === '/jwks')
      return json({
        keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' }],
      });
    if (url.pathname === '/authorize') {
      response.writeHead(302, { location: authorize(url.searchParams) }).end();
      return;
    }
    if (url.pathname === '/userinfo') {
      const found = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
      return found ? json(found) : json({ error: 'invalid_token' }, 401);
    }
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const answer = token(new URLSearchParams(body), request.headers.authorization ?? '');
    json(answer.body, answer.status);
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const simulator: OpenIdSimulator = {
    issuer,
    clientId,
    clientSecret,
    account: null,
    fault: null,
    signIn: async (address) => {
      const page = await fetch(address, { redirect: 'manual' });
      return new URL(page.headers.get('location') ?? '');
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return simulator;
}
