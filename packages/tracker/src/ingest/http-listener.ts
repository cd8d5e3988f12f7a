import { createHash, timingSafeEqual } from 'node:crypto';
import { partitionOf } from '@rastro/storage';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpProtocol, HttpReply, HttpRequest } from '@rastro/protocols';
import type { DeviceEntity } from '../directory/directory.ts';
import { noteRejection, profileOf, type Admission } from './device-gate.ts';
import { accept, countFailure, failureText, type Intake } from './intake.ts';
import type { Listener, OpenRequests, PortAddress } from './listener.ts';
import type { TcpLimits } from './tcp-connection.ts';
import type { ReceivedMessage } from './traffic.ts';

/** Answers a request, once. @param onEnd Called with whether the network took the answer whole. */
type Answer = (reply: HttpReply, onEnd?: (isWritten: boolean) => void) => void;

/** Limits for a whole request, and for its head alone; checked this often. */
const LONGEST_REQUEST_MS = 30_000;
const LONGEST_HEADERS_MS = 15_000;
const CHECK_MS = 2000;

/** Devices that report by HTTP requests. @throws the system's error when the port is taken. */
export async function listenHttp(
  codec: HttpProtocol,
  { address, openRequests }: { readonly address: PortAddress; readonly openRequests: OpenRequests },
  intake: Intake,
  { loginMs }: Pick<TcpLimits, 'loginMs'>,
): Promise<Listener> {
  const requestTimeout = Math.min(LONGEST_REQUEST_MS, loginMs);
  const deadlines = {
    requestTimeout,
    headersTimeout: Math.min(LONGEST_HEADERS_MS, requestTimeout),
    connectionsCheckingInterval: Math.min(CHECK_MS, requestTimeout),
    keepAliveTimeout: 120_000,
  };
  return openRequests(address, deadlines, {
    onRequest: (request, response) => {
      const { socket } = request;
      const onKnown = (): void => intake.strangers.leave(socket);
      void receive(request, response, { codec, intake, onKnown });
    },
    onConnection: (socket) => {
      if (!intake.strangers.admit(socket, intake.addressOf(socket))) {
        intake.counters.count('rejections', 'strangers');
        socket.destroy();
        return;
      }
      intake.counters.connections++;
      socket.on('close', () => {
        intake.strangers.leave(socket);
        intake.counters.connections--;
      });
    },
  });
}

interface Deps {
  readonly codec: HttpProtocol;
  readonly intake: Intake;
  /** Called when a request has identified its device. */
  readonly onKnown: () => void;
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  { codec, intake, onKnown }: Deps,
): Promise<void> {
  const answer: Answer = ({ status, body }, onEnd = () => {}) => {
    if (response.headersSent || response.destroyed) {
      onEnd(false);
      return;
    }
    response.on('close', () => onEnd(response.writableFinished));
    response.writeHead(status, { 'content-length': Buffer.byteLength(body) }).end(body);
  };
  try {
    const body = await readBody(request, codec.maxBodyBytes);
    if (body === null) {
      countFailure(intake, codec.name, 'FRAME_TOO_LONG');
      answer({ status: 413, body: '' });
      response.once('finish', () => request.destroy());
      return;
    }
    const message: HttpRequest = {
      method: request.method ?? 'GET',
      target: request.url ?? '/',
      contentType: request.headers['content-type'] ?? null,
      authorization: request.headers.authorization ?? null,
      body,
    };
    await take({ message, host: intake.addressOf(request.socket) }, answer, { codec, intake, onKnown });
  } catch (error) {
    if (!request.destroyed) intake.faults.note(codec.name, error, null);
    answer({ status: 500, body: '' });
  }
}

/** Null = longer than allowed. */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A readable form of a request: the first line, and the body if there is one. It hides the secret of a device. */
function requestBytes({ method, target, body }: HttpRequest): Uint8Array {
  const head = Buffer.from(`${method} ${target}${body.length > 0 ? '\r\n\r\n' : ''}`);
  const text = Buffer.concat([head, body]).toString('latin1');
  return Buffer.from(text.replaceAll(/\b(secret=)[^&\s]*/g, '$1***'), 'latin1');
}

/** The attribute `http.secret` of a device: requests in its name must bring it. */
function withSecret(admission: Admission, brought: string | null): Admission {
  if (!admission.ok) return admission;
  const { device } = admission;
  const secret = device.attributes['http.secret'];
  if (secret === undefined || secret === null || secret === '') return admission;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const isRight =
    brought !== null &&
    timingSafeEqual(
      digest(brought),
      digest(typeof secret === 'object' ? JSON.stringify(secret) : String(secret)),
    );
  return isRight ? admission : { ok: false, reason: 'secret', device };
}

interface Arrived {
  readonly message: HttpRequest;
  readonly host: string;
}

async function take(
  { message, host }: Arrived,
  answer: Answer,
  { codec, intake, onKnown }: Deps,
): Promise<void> {
  const candidates = codec.identify(message);
  const registrable = intake.gate.registrable(candidates);
  if (registrable !== null && !candidates.some((id) => intake.gate.admit([id]).ok)) {
    await intake.gate.register(registrable);
  }
  const admission = withSecret(intake.gate.admit(candidates), codec.secretOf(message));
  const note = (
    device: DeviceEntity | null,
    outcome: Partial<Pick<ReceivedMessage, 'uniqueId' | 'records' | 'error'>>,
  ): void => {
    if (!intake.traffic.isWatched) return;
    const sender = { deviceId: device?.id ?? null, uniqueId: device?.uniqueId ?? null, host };
    const empty = { protocol: codec.name, records: [], error: null, intact: true };
    intake.traffic.received({ ...sender, ...empty, bytes: requestBytes(message), ...outcome });
  };
  if (!admission.ok) {
    intake.counters.count('rejections', admission.reason);
    note(admission.device, { uniqueId: candidates[0] ?? null, error: `REFUSED: ${admission.reason}` });
    noteRejection(intake, admission, { protocol: codec.name, candidates });
    answer(codec.reject(message));
    return;
  }
  onKnown();
  if (intake.records.isFull) {
    answer({ status: 503, body: '' });
    return;
  }
  const { device } = admission;
  const decoded = codec.decode(message, { device: profileOf(device), now: intake.clock.now(), udp: false });
  if (!decoded.ok) {
    countFailure(intake, codec.name, decoded.error.code);
    note(device, { error: failureText(decoded.error) });
    intake.connectionLog.undecoded(device.id, failureText(decoded.error), intake.clock.now());
    answer({ status: 400, body: '' });
    return;
  }
  note(device, { records: decoded.value });
  const from = { device, protocol: codec.name, answer: null };
  accept(
    intake,
    from,
    decoded.value,
    (isAwaited) => {
      const answerAndNote: Answer = (reply, settled) => {
        answer(reply, settled);
        if (!intake.traffic.isWatched) return;
        const bytes = Buffer.from(`${reply.status} ${reply.body}`.trimEnd());
        intake.traffic.sent({ deviceId: device.id, protocol: codec.name, host, bytes });
      };
      void answerWithCommand(message, codec, { device, intake, answer: answerAndNote, isAwaited });
    },
    () => answer({ status: 503, body: '' }),
  );
}

/** The records are stored. The answer is the only way down, so it carries the next command, if there is one. */
async function answerWithCommand(
  message: HttpRequest,
  codec: HttpProtocol,
  {
    device,
    intake,
    answer,
    isAwaited,
  }: {
    readonly device: DeviceEntity;
    readonly intake: Intake;
    readonly answer: Answer;
    readonly isAwaited: boolean;
  },
): Promise<void> {
  try {
    const target = { deviceId: device.id, protocol: codec.name };
    const carried =
      isAwaited && codec.takesCommand(message)
        ? await intake.bus.ask('command.taken', target, { to: partitionOf(device.id) })
        : null;
    answer(codec.accept(carried?.text ?? null), (isWritten) => {
      if (carried) intake.bus.publish('command.carried', { commandId: carried.commandId, isWritten });
    });
  } catch (error) {
    intake.log.error({ err: error }, 'cannot take a command from the queue');
    answer(codec.accept(null));
  }
}
