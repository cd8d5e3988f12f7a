/** Files of devices: pictures that users upload, and what trackers send. Each has a device and a plain name. */
export interface MediaFiles {
  /** Durable when it resolves. A file of the same name gives way; readers get the one or the other, whole. */
  put(deviceId: number, name: string, bytes: Uint8Array): Promise<void>;
  /** Null = there is none. */
  read(deviceId: number, name: string): Promise<Uint8Array | null>;
  remove(deviceId: number, name: string): Promise<void>;
  /** Removes everything of a device. */
  removeAll(deviceId: number): Promise<void>;
}

/** A name that leads nowhere else, neither in a folder nor in a bucket. */
export const isPlainName = (name: string): boolean => /^[\w-][\w.-]{0,199}$/.test(name);
