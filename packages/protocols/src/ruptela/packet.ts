import { crc16Kermit } from '../checksums.ts';

/** A packet of the server: length, command, payload, checksum. No IMEI. */
export function writePacket(command: number, payload: readonly number[] | Uint8Array): Uint8Array {
  const size = payload.length + 1;
  const packet = new Uint8Array(size + 4);
  packet[0] = size >> 8;
  packet[1] = size & 0xff;
  packet[2] = command;
  packet.set(payload, 3);
  const crc = crc16Kermit(packet, 2, size + 2);
  packet[size + 2] = crc >> 8;
  packet[size + 3] = crc & 0xff;
  return packet;
}
