import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { loginPacket } from './teltonika-packet.ts';

/** A connected device: sends bytes, collects what comes back. */
export class TestDevice {
  readonly socket: Socket;
  received: Buffer = Buffer.alloc(0);
  readonly closed: Promise<unknown>;

  private constructor(socket: Socket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      this.received = Buffer.concat([this.received, chunk]);
      socket.emit('more');
    });
  }
  static async connect(port: number): Promise<TestDevice> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    return new TestDevice(socket);
  }
  /** Connected and accepted as a Teltonika device. */
  static async signedIn(port: number, imei: string): Promise<TestDevice> {
    const device = await TestDevice.connect(port);
    device.socket.write(loginPacket(imei));
    await device.bytes(1);
    return device;
  }
  /** The next bytes that arrive; fails when the connection ends before. */
  async bytes(count: number): Promise<Buffer> {
    const ended = this.closed.then(() => {
      throw new Error(`connection closed with ${this.received.length} of ${count} bytes`);
    });
    while (this.received.length < count) await Promise.race([once(this.socket, 'more'), ended]);
    ended.catch(() => {});
    const taken = this.received.subarray(0, count);
    this.received = this.received.subarray(count);
    return taken;
  }
}
