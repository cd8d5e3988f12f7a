import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  createSign,
  hkdfSync,
  randomBytes,
  type ECDH,
} from 'node:crypto';

/** A key pair as base64url: 65 and 32 bytes. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}
export interface PushSubscriptionKeys {
  /** The browser's public key, base64url. */
  readonly p256dh: string;
  /** 16 bytes, base64url. */
  readonly auth: string;
}

const CURVE = 'prime256v1';
const RECORD_SIZE = 4096;

export function makePushKeys(): PushKeys {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') };
}

/**
 * Encrypts a text for one browser, content coding aes128gcm.
 * @param random Salt and sender key, given by tests only.
 * @source RFC 8291 §3.4 and RFC 8188 §2
 * @throws when a key is no point of the curve.
 */
export function encryptPush(
  text: string,
  to: PushSubscriptionKeys,
  random: { readonly salt: Buffer; readonly sender: ECDH } = freshRandom(),
): Buffer {
  const { salt, sender } = random;
  const receiverKey = Buffer.from(to.p256dh, 'base64url');
  const senderKey = sender.getPublicKey();
  const shared = sender.computeSecret(receiverKey);
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey]);
  const ikm = derive(shared, Buffer.from(to.auth, 'base64url'), keyInfo, 32);
  const key = derive(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // 2 = delimiter of the last record.
  const sealed = Buffer.concat([
    cipher.update(text, 'utf8'),
    cipher.update(Buffer.from([2])),
    cipher.final(),
  ]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_SIZE, 0);
  head.writeUInt8(senderKey.length, 4);
  return Buffer.concat([salt, head, senderKey, sealed, cipher.getAuthTag()]);
}

/**
 * The `Authorization` header that proves who sends.
 * @param now Milliseconds since 1970. @source RFC 8292
 */
export function vapidHeader(
  { publicKey, privateKey }: PushKeys,
  claims: { readonly audience: string; readonly subject: string },
  now: number,
): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(now / 1000) + HALF_DAY_S;
  const unsigned = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: claims.audience, exp, sub: claims.subject })}`;
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      d: privateKey,
    },
  });
  const signature = createSign('sha256')
    .update(unsigned)
    .sign({ key, dsaEncoding: 'ieee-p1363' }, 'base64url');
  return `vapid t=${unsigned}.${signature}, k=${publicKey}`;
}

const HALF_DAY_S = 43_200;

function freshRandom(): { salt: Buffer; sender: ECDH } {
  const sender = createECDH(CURVE);
  sender.generateKeys();
  return { salt: randomBytes(16), sender };
}
const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));
