import type { ErrorCode } from '@rastro/fleet/api';
import { AppError } from '../errors/app-error.ts';

/** HTTP status of each code; the others answer 400. @source docs/reference/tracking-api.md §1.6 */
const STATUS: Readonly<Partial<Record<ErrorCode, number>>> = {
  HTTP_401_UNAUTHORIZED: 401,
  RIGHT_MISSING: 403,
  HTTP_404_NOT_FOUND: 404,
  DEVICE_ALREADY_ASSIGNED: 409,
  UNSUPPORTED_CONTENT_TYPE: 415,
  TOO_MANY_REPORTS: 429,
  TOO_MANY_SENDINGS: 429,
  GEOCODER_UNAVAILABLE: 502,
  REPORT_FAILED: 503,
};

/**
 * An error as it leaves: a status and one line of text, `Code in words - explanation`. Clients derive the code from the
 * part before the dash (docs/reference/requirements.md SPEC §8), Traccar's own client shows the line.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: ErrorCode, explanation: string, headers: Record<string, string> = {}) {
    super(explanation);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
  static of({ code, message }: AppError): ApiError {
    return new ApiError(STATUS[code] ?? 400, code, message);
  }

  get body(): string {
    const text = this.code.toLowerCase().replaceAll('_', ' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)} - ${this.message}`;
  }
}

/** The password was right; the header is how clients know what is missing. */
export const codeNeeded = (): ApiError =>
  new ApiError(401, 'HTTP_401_UNAUTHORIZED', 'Enter the code of your authenticator', {
    'www-authenticate': 'TOTP',
  });
