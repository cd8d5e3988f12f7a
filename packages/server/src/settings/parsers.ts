import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { AddressRanges } from '@rastro/base/addresses';
import { parseSmtpServer, type SmtpServer } from '@rastro/outgoing';
import {
  parseForwardTarget,
  parseGeocoder,
  TRACKER_ROLES,
  type BucketOptions,
  type ForwardTarget,
  type GeocoderOptions,
  type TrackerRole,
} from '@rastro/tracker';

/** Turns the text of a setting into its value. @throws Error with what is wrong, for the message that names it. */
export type Parser<T> = (text: string) => T;

export const text: Parser<string> = (value) => value;

const MIN_SECRET_LENGTH = 32;
/** Long enough that nobody guesses it, or empty. */
export const secretText: Parser<string> = (value) => {
  if (value !== '' && value.length < MIN_SECRET_LENGTH)
    throw new Error(`has fewer than ${MIN_SECRET_LENGTH} characters`);
  return value;
};

/** The first of several servers: `postgres://user:password@one:5432,other:5433/database`. */
export const withoutOtherServers = (url: string): string =>
  url.replace(/^([a-z]+:\/\/(?:[^@/?#]*@)?[^,/?#]*),[^/?#]*/, '$1');

/** Address of a PostgreSQL database, or empty. */
export const databaseUrl: Parser<string | null> = (value) => {
  if (value === '') return null;
  const url = URL.parse(withoutOtherServers(value));
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol) || url.pathname.length < 2)
    throw new Error('is no address such as postgres://user:password@host/database');
  return value;
};

/** Address of a bucket, with its keys, or empty. */
export const mediaBucket: Parser<BucketOptions | null> = (value) => {
  if (value === '') return null;
  const url = URL.parse(value);
  const isWeb = url !== null && ['http:', 'https:'].includes(url.protocol);
  if (!isWeb || url.username === '' || url.password === '' || url.pathname.length < 2)
    throw new Error('is no address such as https://key:secret@host/bucket');
  return {
    url: `${url.origin}${url.pathname}`,
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    region: url.searchParams.get('region') ?? 'us-east-1',
  };
};

/** Addresses of NATS servers, separated by commas, or empty. */
export const natsServers: Parser<string | null> = (value) => {
  if (value === '') return null;
  const isServer = (each: string): boolean =>
    ['nats:', 'tls:'].includes(URL.parse(each.trim())?.protocol ?? '');
  if (!value.split(',').every(isServer)) throw new Error('is no list of addresses such as nats://host:4222');
  return value;
};

/** Letters, digits, `_` and `-`, or empty. */
export const subjectName: Parser<string> = (value) => {
  if (!/^[\w-]*$/.test(value)) throw new Error('has other characters than letters, digits, _ and -');
  return value;
};

/** The same, and not empty. */
export const subjectPrefix: Parser<string> = (value) => {
  if (value === '') throw new Error('is empty');
  return subjectName(value);
};

export const optionalPath: Parser<string | null> = (value) => (value === '' ? null : value);

/** Roles of a process, separated by commas; `all` = every one. */
export const trackerRoles: Parser<ReadonlySet<TrackerRole>> = (value) => {
  const named = value.split(',').map((each) => each.trim());
  const roles = TRACKER_ROLES.filter((role) => value === 'all' || named.includes(role));
  if (value !== 'all' && roles.length !== named.length)
    throw new Error(`is neither all nor a list of ${TRACKER_ROLES.join(', ')}`);
  return new Set(roles);
};

export const oneOf =
  <const T extends string>(...choices: readonly T[]): Parser<T> =>
  (value) => {
    const found = choices.find((choice) => choice === value);
    if (found === undefined) throw new Error(`is none of ${choices.join(', ')}`);
    return found;
  };

export const wholeNumber =
  (min: number, max: number): Parser<number> =>
  (value) => {
    const number = /^-?\d+$/.test(value) ? Number(value) : Number.NaN;
    if (!Number.isSafeInteger(number) || number < min || number > max) {
      throw new Error(`is not a whole number from ${min} to ${max}`);
    }
    return number;
  };

/** Whole number, or empty = off. */
export const optionalNumber =
  (min: number, max: number): Parser<number | null> =>
  (value) =>
    value === '' ? null : wholeNumber(min, max)(value);

/** Decimal number, or empty = off. */
export const optionalDecimal =
  (min: number, max: number): Parser<number | null> =>
  (value) => {
    if (value === '') return null;
    const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= min && number <= max)) throw new Error(`is not a number from ${min} to ${max}`);
    return number;
  };

/** Names parted by commas or blanks; empty = none. */
export const names: Parser<readonly string[]> = (value) =>
  value.split(/[\s,]+/).filter((name) => name !== '');

export const yesNo: Parser<boolean> = (value) => {
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0' || value === '') return false;
  throw new Error('is neither true nor false');
};

/** http(s) URL without a trailing slash, or empty = none. */
export const webUrl: Parser<string | null> = (value) => {
  if (value === '') return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw new Error('is not an http or https address');
  return value.replace(/\/+$/, '');
};

/** The same without a path: pages, cookies and links stand at the root of their host. */
export const originUrl: Parser<string | null> = (value) => {
  const url = webUrl(value);
  if (url === null) return null;
  const { origin, pathname, search, hash, username } = new URL(url);
  if (pathname !== '/' || `${search}${hash}${username}` !== '')
    throw new Error(
      `has more than scheme, host and port: set ${origin}, and a host of its own for the product`,
    );
  return url;
};

export interface StyleAddresses {
  readonly light: string;
  readonly dark: string;
}
/** One address for light and dark pages, or two with a space between; empty = none. */
export const mapStyle: Parser<StyleAddresses | null> = (value) => {
  const [light, dark = light, ...more] = value.split(/\s+/).filter((part) => part !== '');
  if (light === undefined || dark === undefined) return null;
  if (more.length > 0) throw new Error('holds more than two addresses');
  for (const address of [light, dark]) webUrl(address);
  return { light, dark };
};

/** Template of raster tiles that need a key, or empty = none. */
export const keyedTiles: Parser<string> = (value) => {
  const holds = ['{z}', '{x}', '{y}', '{key}'].every((part) => value.includes(part));
  const sample = value.replaceAll(/\{[a-z]+\}/g, '0');
  if (value !== '' && (!holds || !/^https?:/.test(value) || !URL.canParse(sample)))
    throw new Error('is not an address with {z}, {x}, {y} and {key}');
  return value;
};

/** Address with a place for something, or empty = none. */
const addressWith =
  (place: string, sample: string): Parser<string | null> =>
  (value) => {
    if (value === '') return null;
    const isAddress = /^https?:/.test(value) && URL.canParse(value.replaceAll(place, sample));
    if (!isAddress || !value.includes(place))
      throw new Error(`is not an http or https address with ${place}`);
    return value;
  };
export const cityUrl = addressWith('{ip}', '192.0.2.1');
export const postcodeUrl = addressWith('{code}', '01001000');

export const pathPrefix: Parser<string> = (value) => {
  if (!/^\/[a-z0-9-]+$/.test(value) || value === '/api') {
    throw new Error('is not a path like /ext (and not /api)');
  }
  return value;
};

export const attributePrefix: Parser<string> = (value) => {
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,31}$/.test(value))
    throw new Error('is not a short word of letters and digits');
  return value;
};

export const regularExpression: Parser<RegExp | null> = (value) => {
  if (value === '') return null;
  try {
    return new RegExp(`^(?:${value})$`);
  } catch {
    throw new Error('is not a regular expression');
  }
};

/** `name:port,name:port`; empty = none. */
export const protocolPorts =
  (known: readonly string[]): Parser<ReadonlyMap<string, number>> =>
  (value) => {
    const ports = new Map<string, number>();
    for (const part of value.split(',').filter((piece) => piece.trim() !== '')) {
      const [name = '', port = '', ...rest] = part.trim().split(':');
      if (!known.includes(name)) throw new Error(`names ${name}, which is none of ${known.join(', ')}`);
      if (rest.length > 0) throw new Error(`is not a list of name:port at ${part.trim()}`);
      if (ports.has(name)) throw new Error(`names ${name} twice`);
      ports.set(name, wholeNumber(0, 65_535)(port));
    }
    return ports;
  };

/** Targets separated by commas; empty = none. */
export const forwardTargets: Parser<readonly ForwardTarget[]> = (value) =>
  value
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const target = parseForwardTarget(part.trim());
      if (!target.ok) throw new Error(`has a target that cannot be read: ${target.error}`);
      return target.value;
    });

export const smtpServer: Parser<SmtpServer | null> = (value) => {
  if (value === '') return null;
  const server = parseSmtpServer(value);
  if (!server.ok) throw new Error(server.error);
  return server.value;
};

/** Empty = none. */
export const geocoder: Parser<GeocoderOptions | null> = (value) => {
  if (value === '') return null;
  const options = parseGeocoder(value);
  if (!options.ok) throw new Error(options.error);
  return options.value;
};

/** https, or http on this machine; empty = none. */
export const openIdIssuer: Parser<string | null> = (value) => {
  const address = webUrl(value);
  if (address === null) return null;
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:' && !['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
    throw new Error('is not an https address');
  return address;
};

/** http(s) address that may hold placeholders; empty = none. */
export const smsUrl: Parser<string | null> = (value) => {
  if (value === '') return null;
  const filled = value.replaceAll(/\{(phone|message)\}/g, '0');
  const url = URL.canParse(filled) ? new URL(filled) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw new Error('is not an http or https address');
  return value;
};

/** `Name: value | Name: value` */
export const headerList: Parser<Readonly<Record<string, string>>> = (value) =>
  Object.fromEntries(
    value
      .split('|')
      .filter((part) => part.trim() !== '')
      .map((part) => {
        const [, name, content] = /^\s*([\w-]+)\s*:\s*(\S.*?)\s*$/.exec(part) ?? [];
        if (name === undefined || content === undefined) throw new Error('is not Name: value | Name: value');
        return [name, content];
      }),
  );

const accountFile = z.object({
  project_id: z.string().min(1),
  client_email: z.string().min(1),
  private_key: z.string().includes('PRIVATE KEY'),
  token_uri: z.url(),
});

/** The key file of a Google service account: its path, or its content; empty = none. */
export const serviceAccount: Parser<z.output<typeof accountFile> | null> = (value) => {
  if (value === '') return null;
  try {
    return accountFile.parse(JSON.parse(value.startsWith('{') ? value : readFileSync(value, 'utf8')));
  } catch {
    throw new Error('is not the key file of a service account');
  }
};

/** Contact for push services: `mailto:…` or `https://…`; empty = none. */
export const contactUrl: Parser<string | null> = (value) => {
  if (value === '') return null;
  const isMail = /^mailto:[^\s@]+@[^\s@]+$/.test(value);
  const isPage = URL.canParse(value) && new URL(value).protocol === 'https:';
  if (!isMail && !isPage) throw new Error('is neither mailto:somebody@example.com nor https://…');
  return value;
};

/** `push.example.com,*.example.org` */
export const hostList: Parser<readonly string[]> = (value) =>
  value
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '')
    .map((host) => {
      if (!/^(\*\.)?[\w-]+(\.[\w-]+)*$/.test(host)) throw new Error(`has a host that is none: ${host}`);
      return host;
    });

/** Addresses and ranges (CIDR), separated by commas, or empty = none. */
export const addressRanges: Parser<AddressRanges | null> = (value) => {
  try {
    return value === '' ? null : new AddressRanges(value.split(',').map((each) => each.trim()));
  } catch {
    throw new Error('is no list of addresses and ranges such as 10.0.0.5,10.1.0.0/16');
  }
};

/** Copies of a stream. */
export const copies: Parser<1 | 3 | 5> = (value) => {
  const found = ([1, 3, 5] as const).find((each) => String(each) === value);
  if (found === undefined) throw new Error('is none of 1, 3, 5');
  return found;
};

/** Web addresses, separated by commas, or none. */
export const webUrls: Parser<readonly string[]> = (value) => {
  if (value === '') return [];
  const urls = value.split(',').map((each) => each.trim());
  if (!urls.every((each) => ['http:', 'https:'].includes(URL.parse(each)?.protocol ?? '')))
    throw new Error('is no list of addresses such as http://host:8222');
  return urls;
};
