export { boundRecord } from './bound-record.ts';
export { findProtocol, PROTOCOLS } from './catalogue.ts';
export type {
  CommandAnswer,
  DecodeContext,
  Decoded,
  DecodeFailure,
  DeviceMedia,
  DeviceProfile,
  DeviceRecord,
  EncodeFailure,
  Fix,
  Framer,
  HttpProtocol,
  HttpReply,
  HttpRequest,
  OutgoingCommand,
  Protocol,
  StreamProtocol,
} from './protocol.ts';
