import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A mail server for tests, written from RFC 5321; imports nothing of the product. */
export interface SmtpSimulator {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** Passwords offered, as `user:password`. */
  readonly logins: readonly string[];
  /** Makes the next answers to a verb (`MAIL`, `RCPT`, `DATA`, `AUTH`) something else; null = as usual. */
  script(verb: string, reply: string | null): void;
  /** From now on connections are accepted but not answered. */
  hang(): void;
  close(): Promise<void>;
}
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as sent. */
  readonly source: string;
}

export async function startSmtpSimulator(
  login: { user: string; password: string } | null = null,
): Promise<SmtpSimulator> {
  const mails: ReceivedMail[] = [];
  const logins: string[] = [];
  const scripted = new Map<string, string>();
  const sockets = new Set<Socket>();
  let hanging = false;

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    if (hanging) return;
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    let from = '';
    let to: string[] = [];
    let body: string[] | null = null;
    let held = '';
    let isIn = login === null;

    const command = (line: string): void => {
      const verb = line.slice(0, 4).toUpperCase();
      const instead = scripted.get(verb);
      if (instead !== undefined) return say(instead);
      if (verb === 'EHLO') return say(login ? '250-sim\r\n250 AUTH PLAIN' : '250 sim');
      if (verb === 'AUTH') {
        const [, user = '', password = ''] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
          .toString('utf8')
          .split('\0');
        logins.push(`${user}:${password}`);
        isIn = user === login?.user && password === login.password;
        return say(isIn ? '235 welcome' : '535 wrong password');
      }
      if (verb === 'QUIT') return void socket.end('221 bye\r\n');
      if (!isIn) return say('530 sign in first');
      if (verb === 'MAIL') {
        from = /<(.*?)>/.exec(line)?.[1] ?? '';
        to = [];
        return say('250 ok');
      }
      if (verb === 'RCPT') {
        to.push(/<(.*?)>/.exec(line)?.[1] ?? '');
        return say('250 ok');
      }
      if (verb === 'DATA') {
        body = [];
        return say('354 go on');
      }
      say('250 ok');
    };
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      held += text;
      for (let end = held.indexOf('\r\n'); end >= 0; end = held.indexOf('\r\n')) {
        const line = held.slice(0, end);
        held = held.slice(end + 2);
        if (body === null) command(line);
        else if (line === '.') {
          mails.push({ from, to, source: body.join('\r\n') });
          body = null;
          say('250 queued');
        } else body.push(line.startsWith('..') ? line.slice(1) : line);
      }
    });
    say('220 sim');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    logins,
    script: (verb, reply) => {
      if (reply === null) scripted.delete(verb);
      else scripted.set(verb, reply);
    },
    hang: () => {
      hanging = true;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
