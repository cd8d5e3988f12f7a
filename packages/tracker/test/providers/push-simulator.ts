import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import type { ThrowAwayCertificate } from './certificate.ts';
import {
  startHttpSimulator,
  type HttpSimulator,
  type Script,
  type SeenRequest,
} from '@rastro/outgoing/testing';

/** A push service and a browser subscribed at it; written from RFC 8030, 8291 and 8292. */
export interface PushSimulator {
  readonly http: HttpSimulator;
  /** As `PushSubscription.toJSON()` gives it. */
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  /** Texts that the browser has read. */
  readonly texts: readonly string[];
  /** Behavior of the service unless a test sets another. */
  readonly usual: Script;
}

/** @param publicKey The key that the browser subscribed with; another sender is rejected. */
export async function startPushSimulator(
  certificate: ThrowAwayCertificate,
  publicKey: () => string,
): Promise<PushSimulator> {
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const auth = randomBytes(16);
  const texts: string[] = [];
  const usual: Script = (request) => {
    const error = vapidError(request, http.url, publicKey());
    if (error !== null) return { status: error };
    if (request.headers['ttl'] === undefined || request.headers['content-encoding'] !== 'aes128gcm')
      return { status: 400 };
    texts.push(decryptPush(request.body, browser.getPrivateKey(), auth));
    return { status: 201, headers: { location: `${http.url}/message/1` } };
  };
  const http = await startHttpSimulator(usual, certificate);
  return {
    http,
    subscription: {
      endpoint: `${http.url}/push/abc123`,
      keys: { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    texts,
    usual,
  };
}

/** @returns the status of an error, null = the sender has proved itself. */
function vapidError({ headers }: SeenRequest, origin: string, publicKey: string): number | null {
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  if (token === undefined || key === undefined) return 401;
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const proof = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    proof,
    Buffer.from(signature, 'base64url'),
  );
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
    string,
    unknown
  >;
  const life = Number(exp) * 1000 - Date.now();
  const isGood =
    isSigned &&
    key === publicKey &&
    aud === origin &&
    life > 0 &&
    life <= 86_400_000 &&
    /^(mailto|https):/.test(String(sub));
  return isGood ? null : 403;
}

export function decryptPush(body: Buffer, privateKey: Buffer, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + body.readUInt8(20));
  const browser = createECDH('prime256v1');
  browser.setPrivateKey(privateKey);
  const derive = (secret: Uint8Array, from: Uint8Array, info: Buffer, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, from, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), senderKey]);
  const ikm = derive(browser.computeSecret(senderKey), auth, info, 32);
  const key = derive(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const sealed = body.subarray(21 + senderKey.length);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return text.subarray(0, text.lastIndexOf(2)).toString('utf8');
}
