// For tests only: one Teltonika device, written from the protocol page and not from our decoder, and what may stand in
// front of its port.
export { checkHaproxy, freePort, Haproxy, WITHOUT_HAPROXY, type ServerStatus } from './haproxy.ts';
export { imeiOf } from './imei-of.ts';
export { PersistentDevice } from './persistent-device.ts';
export { answerPacket, commandTexts, dataPacket, loginPacket, type TestRecord } from './teltonika-packet.ts';
export { TestDevice } from './test-device.ts';
