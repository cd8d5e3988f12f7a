import type { UserEntity } from '../directory/directory.ts';

const NAME = 'deletion';

/** Store of private values. */
export interface PrivateValues {
  get(ownerId: number, name: string): string | null;
  put(value: { readonly ownerId: number; readonly name: string; readonly value: string }): Promise<void>;
  remove(ownerId: number, name: string): Promise<void>;
}

/** Users who requested the deletion of their account; deleted with it. */
export class DeletionRequests {
  readonly #store: PrivateValues;

  constructor(privateValues: PrivateValues) {
    this.#store = privateValues;
  }

  /** @returns the instant, ISO 8601; null = not requested. */
  askedBy(userId: number): string | null {
    return this.#store.get(userId, NAME);
  }

  async ask({ id }: Pick<UserEntity, 'id'>, when: string): Promise<void> {
    await this.#store.put({ ownerId: id, name: NAME, value: when });
  }

  async withdraw({ id }: Pick<UserEntity, 'id'>): Promise<void> {
    await this.#store.remove(id, NAME);
  }
}
