import type { Directory, UserEntity } from '../../directory/directory.ts';

/** Addresses stored in an attribute of the account: a list, separated by commas or spaces. */
export function targetsIn(user: UserEntity, attribute: string): readonly string[] {
  const value = user.attributes[attribute];
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
  return [...new Set(text.split(/[\s,]+/).filter((part) => part !== ''))];
}

/** Puts another address in the place of one, or none; the attribute goes with its last address. */
export async function replaceTarget(
  directory: Directory,
  change: {
    readonly userId: number;
    readonly attribute: string;
    readonly target: string;
    readonly by: string | null;
  },
): Promise<void> {
  const { userId, attribute, target, by } = change;
  // As it is now: the account may have changed while the other side was asked, and several addresses may go at once.
  await directory.users.change(userId, (user) => {
    const left = targetsIn(user, attribute).flatMap((each) => (each === target ? (by ?? []) : each));
    const { [attribute]: _former, ...others } = user.attributes;
    const attributes = left.length > 0 ? { ...others, [attribute]: left.join(',') } : others;
    return { ...user, attributes };
  });
}
