import type { Socket } from 'node:net';

const LINES: Readonly<Record<string, readonly [status: string, text: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'HTTP 431 Request Header Fields Too Large - Send less in headers and address',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'HTTP 408 Request Timeout - Send it faster'],
};
const OTHER = ['400 Bad Request', 'Invalid data - The request cannot be read'] as const;

/** Answers bytes that are no HTTP request, which reach no route, in the format of every other error. */
export function rejectUnreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, text] = LINES[error.code ?? ''] ?? OTHER;
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status}\r\nContent-Length: ${text.length}\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n${text}`,
    );
  socket.destroy(error);
}
