import type { Directory } from '../directory/directory.ts';
import type { CommittedStates } from '../committed/committed-devices.ts';
import { EVERYTHING, guestSerializers, type Serializers } from '../serializers/guest-serializers.ts';

type Kind = 'devices' | 'positions';

/** Frames of one round: sockets that need the same ids share one buffer, and all of them the text of a vehicle. */
export class LiveFrames {
  readonly #directory: Directory;
  readonly #live: CommittedStates;
  readonly #guestSerializers: Serializers;
  #texts = new Map<string, string>();
  #frames = new Map<string, Buffer>();

  constructor(directory: Directory, live: CommittedStates) {
    this.#directory = directory;
    this.#live = live;
    this.#guestSerializers = guestSerializers(directory.brand);
  }

  forget(): void {
    this.#texts = new Map();
    this.#frames = new Map();
  }
  frame(kind: Kind, ids: readonly number[], isGuest: boolean): Buffer {
    const key = `${kind}:${isGuest}:${ids.join()}`;
    let frame = this.#frames.get(key);
    if (!frame) {
      const texts = ids.map((id) => this.#text(kind, id, isGuest)).filter((text) => text !== '');
      frame = Buffer.from(`{"${kind}":[${texts.join()}]}`);
      this.#frames.set(key, frame);
    }
    return frame;
  }

  #text(kind: Kind, id: number, isGuest: boolean): string {
    const key = `${kind}:${isGuest}:${id}`;
    let text = this.#texts.get(key);
    if (text === undefined) {
      const serializers = isGuest ? this.#guestSerializers : EVERYTHING;
      text = kind === 'devices' ? this.#deviceText(id, serializers) : this.#positionText(id, serializers);
      this.#texts.set(key, text);
    }
    return text;
  }
  #positionText(id: number, serializers: Serializers): string {
    const { position } = this.#live.committed(id);
    return position ? JSON.stringify(serializers.position(position)) : '';
  }
  #deviceText(id: number, serializers: Serializers): string {
    const device = this.#directory.devices.get(id);
    return device ? JSON.stringify(serializers.device(device, this.#live.committed(id))) : '';
  }
}
