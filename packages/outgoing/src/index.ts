export type { MailContent, MailDetail, MailFrame, MailHead, MailPicture } from './mail/mail-content.ts';
export { renderMail, type RenderedMail } from './mail/render-mail.ts';
export { unavailable, type DeliveryFailure } from './delivery-failure.ts';
export { IMAGE_KINDS, imageKindOf, png, reencode, squares, type ImageKind } from './images/reencode.ts';
export {
  createMailer,
  parseSmtpServer,
  type Mail,
  type Mailer,
  type MailOptions,
  type SmtpServer,
} from './mailer.ts';
export { Lane, type Delivery, type DeliveryChange, type LaneEnd, type LaneOptions } from './lane.ts';
export { isPublicAddress } from './public-address.ts';
export { retryAfterMs } from './retry-after.ts';
export { createSafeFetch, judge, type OutgoingAnswer, type SafeFetch } from './safe-fetch.ts';
export { createSmsGateway, type SmsGateway, type SmsOptions, type TextMessage } from './sms-gateway.ts';
export { MapPictures } from './map-picture/map-pictures.ts';
export { drawSign, type Sign, type SignShape } from './map-picture/draw-sign.ts';
export type { Ink } from './map-picture/canvas.ts';
