import { createCipheriv, createDecipheriv } from 'node:crypto';
import { host } from '@rastro/base/host';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1.';

/** Encrypts secrets of users, so that a stolen database reveals none. */
export interface SecretBox {
  /** @param place What it is and whose: it can be opened there alone. @returns text; another one each time. */
  seal(secret: string, place: string): string;
  /** @returns null = it was sealed for another place, by another key, or has been changed. */
  open(sealed: string, place: string): string | null;
}

/** @param key 32 bytes. */
export function createSecretBox(key: Uint8Array): SecretBox {
  if (key.length !== KEY_BYTES) throw new RangeError(`Cannot keep secrets: a key has ${KEY_BYTES} bytes`);
  return {
    seal: (secret, place) => {
      const nonce = host.randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(place));
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open: (text, place) => {
      if (!text.startsWith(VERSION)) return null;
      const bytes = Buffer.from(text.slice(VERSION.length), 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const [nonce, tag, sealed] = [
        bytes.subarray(0, NONCE_BYTES),
        bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
        bytes.subarray(NONCE_BYTES + TAG_BYTES),
      ];
      try {
        const options = { authTagLength: TAG_BYTES };
        const decipher = createDecipheriv(ALGORITHM, key, nonce, options).setAAD(Buffer.from(place));
        return Buffer.concat([decipher.setAuthTag(tag).update(sealed), decipher.final()]).toString('utf8');
      } catch {
        return null; // The tag is not that of this key, place and text.
      }
    },
  };
}
