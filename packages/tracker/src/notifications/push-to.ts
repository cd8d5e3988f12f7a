import type { Directory } from '../directory/directory.ts';
import type { Channel } from './channels/channel.ts';
import type { Message } from './message.ts';

/** Text for a user's browsers, and its link. */
export interface PushMessage {
  readonly title: string;
  readonly text: string;
  /** Path of a screen. */
  readonly path: string;
}
/** Push to browsers for other components of this server: no rule, no event, no entry in the delivery log. */
export interface PushTo {
  /** Whether the user has a browser that takes it. */
  reaches(userId: number): boolean;
  /**
   * @returns `sent` = one of the user's browsers took it; `later` = the service is unavailable; `gone` = no browser is
   * left.
   */
  send(userId: number, message: PushMessage, signal: AbortSignal): Promise<'sent' | 'later' | 'gone'>;
}

/** @param channel Null = push to browsers is not set up. */
export const pushTo = (channel: Channel | null, { users }: Pick<Directory, 'users'>): PushTo => {
  const targetsOf = (userId: number): readonly string[] => {
    const user = users.get(userId);
    return user && channel ? channel.targets(user) : [];
  };
  return {
    reaches: (userId) => targetsOf(userId).length > 0,
    send: async (userId, { title, text, path }, signal) => {
      const user = users.get(userId);
      if (!user || !channel) return 'gone';
      const message: Message = { ...NO_EVENT, subject: title, digest: text, link: path };
      let outcome: 'sent' | 'later' | 'gone' = 'gone';
      for (const target of targetsOf(userId)) {
        const answer = await channel.send({ user, target, message }, signal);
        if (answer.ok) outcome = 'sent';
        else if (answer.error.code === 'invalid_target') await channel.forget(user, target);
        else if (outcome === 'gone') outcome = 'later';
      }
      return outcome;
    },
  };
};

const NO_EVENT = {
  // It goes to browsers only: nobody writes it as a mail.
  mail: { subject: '', title: '', paragraphs: [], reason: '' },
  place: null,
  isUrgent: false,
  event: null,
  position: null,
  withLocation: false,
} as const;
