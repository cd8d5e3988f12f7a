import type { Duplex } from 'node:stream';

/** Live connections by user, to end those of one. */
export class SocketsByUser {
  readonly #of = new Map<number, Set<Duplex>>();

  add(userId: number, socket: Duplex): void {
    const sockets = this.#of.get(userId) ?? new Set();
    this.#of.set(userId, sockets.add(socket));
    socket.on('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0 && this.#of.get(userId) === sockets) this.#of.delete(userId);
    });
  }
  end(userIds: readonly number[]): void {
    for (const id of userIds) for (const socket of this.#of.get(id) ?? []) socket.destroy();
  }
}
