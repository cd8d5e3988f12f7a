import { fail, type Result } from '@rastro/base';
import { textParameter } from '../parameters.ts';
import type { EncodeFailure, HttpReply, HttpRequest, OutgoingCommand } from '../protocol.ts';
import { readForm } from './frame.ts';

export const COMMANDS = ['custom'] as const;
const LONGEST = 4000;

/** The only way down is the body of an answer, so a command is its text. */
export function encode(command: OutgoingCommand): Result<string, EncodeFailure> {
  if (command.type !== 'custom') return fail({ code: 'UNSUPPORTED_COMMAND', type: command.type });
  return textParameter(command, 'data', LONGEST);
}

/** Only clients of the query form read the body of the answer. */
export const takesCommand = (request: HttpRequest): boolean => readForm(request).kind === 'query';

export const accept = (command: string | null): HttpReply => ({ status: 200, body: command ?? '' });
