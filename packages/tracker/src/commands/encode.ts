import type { DeviceProfile, EncodeFailure, HttpProtocol, OutgoingCommand } from '@rastro/protocols';

/** Result of encoding a command; null = the connection is gone. */
export type Encoded = { readonly bytes: string } | { readonly failure: EncodeFailure } | null;
export type Encode = (command: OutgoingCommand, profile: DeviceProfile) => Promise<Encoded>;

/** For the answer to a request. */
export const textOf =
  (codec: HttpProtocol): Encode =>
  async (command, profile) => {
    const encoded = codec.encode(command, profile);
    return encoded.ok ? { bytes: encoded.value } : { failure: encoded.error };
  };
