import webPush from 'web-push';

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

export const makePushKeys = (): PushKeys => webPush.generateVAPIDKeys();

/**
 * Encrypts a text for one browser, content coding aes128gcm.
 * @source RFC 8291 and RFC 8188 §2
 * @throws when a key is no point of the curve.
 */
export const encryptPush = (text: string, { p256dh, auth }: PushSubscriptionKeys): Buffer =>
  webPush.encrypt(p256dh, auth, text, 'aes128gcm').cipherText;

/** The `Authorization` header that proves who sends, for half a day from now. @source RFC 8292 */
export const vapidHeader = (
  { publicKey, privateKey }: PushKeys,
  { audience, subject }: { readonly audience: string; readonly subject: string },
): string => webPush.getVapidHeaders(audience, subject, publicKey, privateKey, 'aes128gcm').Authorization;
