import { jsonReply, writeReply } from '../gateway/replies.ts';
import type { TrackingServer } from '../gateway/tracking-server.ts';

/** A Traccar in front of which this installation looks up addresses with its own service: browsers are told so. */
export function withGeocoder(behind: TrackingServer): TrackingServer {
  return {
    ...behind,
    stream: async (streamed) => {
      const { key, request, response, address } = streamed;
      if (key !== 'GET /server' || (await behind.describe()).kind !== 'traccar') {
        await behind.stream(streamed);
        return;
      }
      const { url = '/', headers } = request;
      const answer = await behind.send({ method: 'GET', url, headers, body: null, address });
      if (answer.status !== 200) writeReply(response, answer);
      else {
        const server: object = Object(JSON.parse(answer.body.toString('utf8')));
        writeReply(response, jsonReply({ ...server, geocoderEnabled: true }));
      }
    },
  };
}
