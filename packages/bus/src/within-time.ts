import { host } from '@rastro/base/host';
/** Settles as `work` does, or rejects when it takes too long. */
export function withinTime<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = host.setTimeout(() => reject(late()), ms);
    work.then(resolve, reject).finally(() => host.clearTimeout(timer));
  });
}
