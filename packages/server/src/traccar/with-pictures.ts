import { IMAGE_KINDS, reencode } from '@rastro/outgoing';
import type { TrackingServer } from '../gateway/tracking-server.ts';
import { textReply } from '../gateway/replies.ts';

const UPLOAD = /^\/api\/devices\/\d+\/image$/;
const MAX_BYTES = 500_000;
const WEBP = 'image/webp';

/**
 * A Traccar that stores pictures of vehicles as our own server does: made anew from their pixels, so that neither the
 * place where a picture was taken nor anything that a browser would run goes along. A Traccar stores what is sent.
 */
export function withPictures(behind: TrackingServer): TrackingServer {
  return {
    ...behind,
    send: async (request) => {
      const { method, url, body } = request;
      const isUpload = method === 'POST' && UPLOAD.test(url) && body !== null;
      if (!isUpload || (await behind.describe()).kind !== 'traccar') return behind.send(request);
      const kind = IMAGE_KINDS.find((each) => each === request.headers['content-type']);
      if (!kind) return textReply(415, 'Unsupported content type - Send a JPEG, PNG, GIF or WebP picture');
      if (body.length > MAX_BYTES) return textReply(400, 'Image size limit exceeded - Send at most 500 kB');
      const picture = await reencode(kind, body);
      if (!picture) return textReply(400, 'Unsupported image type - Send a JPEG, PNG, GIF or WebP picture');
      const headers = { ...request.headers, 'content-type': WEBP, 'content-length': String(picture.length) };
      return behind.send({ ...request, headers, body: Buffer.from(picture) });
    },
  };
}
