import type { LaneEnd } from '@rastro/outgoing';
import type { StoredDelivery } from '@rastro/storage';
import type { Directory, UserEntity } from '../directory/directory.ts';
import type { Channel } from './channels/channel.ts';
import type { Message } from './message.ts';

/** Writes a message in the language of one reader; may look up where it happened. */
export type Write = (reader: UserEntity) => Message | Promise<Message>;

/**
 * A channel as the end of a lane: each attempt looks up the user again and writes in their current language and units.
 */
export const channelEnd = (channel: Channel, directory: Directory): LaneEnd<StoredDelivery, Write> => ({
  name: channel.name,
  repeatsUncertain: channel.repeatsUncertain,
  mask: (target) => channel.mask(target),
  prepare: ({ userId }, write) => {
    const user = directory.users.get(userId);
    if (!user) return null;
    let message: Promise<Message> | null = null;
    return {
      targets: channel.targets(user),
      send: async (target, signal) => {
        message ??= Promise.resolve(write(user));
        return channel.send({ user, target, message: await message }, signal);
      },
      forget: (target) => channel.forget(user, target),
    };
  },
});
