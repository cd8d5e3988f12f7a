import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { nkeys } from '@nats-io/transport-node';
import { findNatsServer, NatsCluster } from '../testing/index.ts';
import { connectNats, type NatsSettings } from './connect.ts';

const { path, missing } = findNatsServer();

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-secure-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}
async function newServer(t: TestContext, lines: readonly string[]): Promise<NatsCluster> {
  const cluster = await NatsCluster.start({ binary: path ?? '', servers: 1, lines });
  t.after(() => cluster.close());
  return cluster;
}
/** Connects and asks the server something. */
async function talk(url: string, settings: Partial<NatsSettings> = {}): Promise<void> {
  const connection = await connectNats({
    url,
    credentialsFile: null,
    caFile: null,
    name: 'test',
    ...settings,
  });
  await connection.flush().finally(() => connection.close());
}

function openssl(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
}
/** An authority, and a certificate of this machine that it has signed. */
function newAuthority(folder: string, name: string, ip = '127.0.0.1') {
  const [caKey, ca, key, request, certificate, extension] = [
    'ca.key',
    'ca.pem',
    'key',
    'csr',
    'pem',
    'ext',
  ].map((ending) => join(folder, `${name}.${ending}`)) as [string, string, string, string, string, string];
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...newKey, '-keyout', caKey, '-out', ca, '-subj', `/CN=${name}`, '-days', '2');
  openssl('req', ...newKey, '-keyout', key, '-out', request, '-subj', '/CN=server');
  writeFileSync(extension, `subjectAltName=IP:${ip}`);
  const signed = ['-CA', ca, '-CAkey', caKey, '-CAcreateserial', '-days', '2', '-extfile', extension];
  openssl('x509', '-req', '-in', request, ...signed, '-out', certificate);
  return { ca, key, certificate };
}

/** A token of NATS: claims about a key, signed by another one. */
function signed(issuer: nkeys.KeyPair, subject: nkeys.KeyPair, nats: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const key = subject.getPublicKey();
  const claims = { jti: key, iat: 1, iss: issuer.getPublicKey(), name: key, sub: key, nats };
  const text = `${part({ typ: 'JWT', alg: 'ed25519-nkey' })}.${part(claims)}`;
  return `${text}.${Buffer.from(issuer.sign(Buffer.from(text))).toString('base64url')}`;
}
function writeCredentials(file: string, account: nkeys.KeyPair): void {
  const user = nkeys.createUser();
  const token = signed(account, user, { type: 'user', version: 2, subs: -1, data: -1, payload: -1 });
  const seed = new TextDecoder().decode(user.getSeed());
  const text = [
    `-----BEGIN NATS USER JWT-----\n${token}\n------END NATS USER JWT------`,
    `-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------`,
  ];
  writeFileSync(file, `${text.join('\n')}\n`);
}

if (missing !== null) test('connections to NATS', { skip: missing });
else {
  test('[BUS-25] a connection is encrypted, and only a server of the right authority is trusted', async (t) => {
    const folder = newFolder(t);
    const [own, other] = [newAuthority(folder, 'own'), newAuthority(folder, 'other')];
    const tls = `tls { cert_file: "${own.certificate}", key_file: "${own.key}" }`;
    const { url } = await newServer(t, [tls]);
    await talk(url, { caFile: own.ca });
    await talk(url.replace('nats:', 'tls:'), { caFile: own.ca });
    const where = url.replace('nats://', '');
    const refusals = [
      [url, other.ca, /certificate/],
      [url.replace('nats:', 'tls:'), null, /certificate/],
      [url, join(folder, 'none.pem'), /none\.pem/],
    ] as const;
    for (const [address, caFile, reason] of refusals)
      await assert.rejects(talk(address, { caFile }), ({ message }: Error) => {
        assert.ok(message.startsWith(`Cannot connect to NATS at ${where}: `), message);
        assert.match(message, reason);
        return true;
      });
    const asking = await newServer(t, [tls.replace('}', `, ca_file: "${own.ca}", verify: true }`)]);
    const certificate = { certFile: own.certificate, keyFile: own.key };
    await talk(asking.url, { caFile: own.ca, certificate });
    await assert.rejects(talk(asking.url, { caFile: own.ca }), /Cannot connect to NATS/);
    const elsewhere = newAuthority(folder, 'elsewhere', '127.0.0.2');
    const moved = await newServer(t, [
      `tls { cert_file: "${elsewhere.certificate}", key_file: "${elsewhere.key}" }`,
    ]);
    await assert.rejects(talk(moved.url, { caFile: elsewhere.ca }), /altnames/);
    const { url: plain } = await newServer(t, []);
    await assert.rejects(talk(plain, { caFile: own.ca }), /Cannot connect to NATS at .*tls/i);
  });

  test('[BUS-25] a user shows a name and password, or a file of credentials; wrong ones are refused with a reason', async (t) => {
    const folder = newFolder(t);
    const named = await newServer(t, ['authorization { user: fleet, password: "p@ss" }']);
    const at = (who: string): string => named.url.replace('nats://', `nats://${who}@`);
    await talk(at('fleet:p%40ss'));
    for (const url of [at('fleet:wrong'), named.url])
      await assert.rejects(talk(url), ({ message }: Error) => {
        assert.match(message, /Cannot connect to NATS at 127.*authorization violation/i);
        assert.doesNotMatch(message, /wrong/, 'no password is told');
        return true;
      });

    const operator = nkeys.createOperator();
    const [account, system, stranger] = [nkeys.createAccount(), nkeys.createAccount(), nkeys.createAccount()];
    const limits = {
      subs: -1,
      data: -1,
      payload: -1,
      imports: -1,
      exports: -1,
      wildcards: true,
      conn: -1,
      leaf: -1,
    };
    const preload = [account, system].map(
      (each) => `${each.getPublicKey()}: ${signed(operator, each, { type: 'account', version: 2, limits })}`,
    );
    const { url } = await newServer(t, [
      `operator: ${signed(operator, operator, { type: 'operator', version: 2 })}`,
      `system_account: ${system.getPublicKey()}`,
      'resolver: MEMORY',
      `resolver_preload: { ${preload.join(', ')} }`,
    ]);
    const credentialsFile = join(folder, 'fleet.creds');
    writeCredentials(credentialsFile, account);
    await talk(url, { credentialsFile });
    writeCredentials(credentialsFile, stranger);
    await assert.rejects(talk(url, { credentialsFile }), /authorization violation/i);
    await assert.rejects(talk(url), /authorization violation/i);
    await assert.rejects(talk(url, { credentialsFile: join(folder, 'none.creds') }), /none\.creds/);
  });
}
