import { host } from '@rastro/base/host';
import { AwsClient } from 'aws4fetch';
import { isPlainName, type MediaFiles } from './media-files.ts';

/** A bucket of an S3-compatible service. */
export interface BucketOptions {
  /** Address of the service and path of the bucket, with a prefix if any: `https://s3.example.com/bucket/fleet`. */
  readonly url: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

const PATIENCE_MS = 15_000;
const RETRIES = 2;
const LISTED = /<Key>([^<]+)<\/Key>/g;

/** Files in a bucket, for installations of several machines. Addresses are by path, which all services understand. */
export function openMediaBucket({ url, ...keys }: BucketOptions): MediaFiles {
  const client = new AwsClient({ ...keys, service: 's3', retries: RETRIES });
  const base = url.replace(/\/+$/, '');
  const [, bucket = '', prefix = ''] = /^\/([^/]+)\/?(.*)$/.exec(new URL(base).pathname) ?? [];
  const origin = new URL(base).origin;
  const keyOf = (deviceId: number, name = ''): string =>
    [prefix, String(deviceId), name].filter((part, at) => part !== '' || at === 2).join('/');
  const ask = async (
    method: string,
    path: string,
    body: Uint8Array<ArrayBuffer> | null = null,
  ): Promise<Response> => {
    const response = await client.fetch(`${origin}/${bucket}/${path}`, {
      method,
      body,
      signal: host.timeout(PATIENCE_MS),
    });
    if (response.ok || response.status === 404) return response;
    await response.body?.cancel();
    throw new Error(`Cannot ${method} a file in the bucket: its service answered ${response.status}`);
  };
  const remove = async (key: string): Promise<void> => {
    await (await ask('DELETE', key)).body?.cancel();
  };
  return {
    async put(deviceId, name, bytes) {
      const response = await ask('PUT', keyOf(deviceId, name), new Uint8Array(bytes));
      await response.body?.cancel();
      if (!response.ok) throw new Error('Cannot put a file into the bucket: there is no such bucket');
    },
    async read(deviceId, name) {
      if (!isPlainName(name)) return null;
      const response = await ask('GET', keyOf(deviceId, name));
      if (response.ok) return new Uint8Array(await response.arrayBuffer());
      await response.body?.cancel();
      return null;
    },
    remove: (deviceId, name) => remove(keyOf(deviceId, name)),
    async removeAll(deviceId) {
      for (;;) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: keyOf(deviceId) });
        const listed = await (await ask('GET', `?${query.toString()}`)).text();
        const keys = Array.from(listed.matchAll(LISTED), ([, key = '']) => key);
        if (keys.length === 0) return;
        for (const key of keys) await remove(key);
      }
    },
  };
}
