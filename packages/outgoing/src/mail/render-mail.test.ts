import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '@rastro/fleet';
import { makePng } from '../testing/make-png.ts';
import type { MailContent, MailFrame } from './mail-content.ts';
import { renderMail } from './render-mail.ts';

const HOSTILE = `"><script>alert(1)</script>'&\u202Egro.live\r\nBcc: x@y`;
const frame = (fields: Partial<MailFrame> = {}): MailFrame => ({
  name: 'Frota Norte',
  colour: '#0a7d4f',
  logo: makePng(120, 40),
  contacts: ['+55 11 98888-7777', 'help@norte.example', 'https://norte.example/help'],
  publicUrl: 'https://fleet.example.com',
  language: 'pt-BR',
  zone: 'America/Sao_Paulo',
  ...fields,
});
const content = (fields: Partial<MailContent> = {}): MailContent => ({
  subject: 'Van 3 entered Yard',
  title: 'Van 3 entered Yard',
  warning: 'Nobody has acknowledged in 5 min',
  paragraphs: ['First.', 'Second.\nThird.'],
  details: [
    { label: 'Vehicle', text: 'Van 3' },
    { label: 'Time', text: '25 Nov 2026, 16:34' },
  ],
  copy: { label: 'Pix', text: '000201' },
  picture: { bytes: makePng(80, 30), alt: 'Rua A', credit: 'Natural Earth' },
  button: { label: 'Open the vehicle', url: 'https://fleet.example.com/devices/2' },
  note: 'A note.',
  reason: 'You asked for it.',
  ...fields,
});

test('[MAIL-100] a mail has its brand, its words, a button and a footer in both bodies, in every language', () => {
  for (const language of LANGUAGES) {
    const { html, text, sender, subject } = renderMail(content(), frame({ language }));
    for (const body of [html, text])
      for (const part of [
        'Van 3 entered Yard',
        'Nobody has acknowledged in 5 min',
        'First.',
        '25 Nov 2026, 16:34',
        '000201',
        'https://fleet.example.com/devices/2',
        'A note.',
        'You asked for it.',
        'America/Sao Paulo (GMT-3)',
        'help@norte.example',
        'Frota Norte',
      ])
        assert.ok(body.includes(part), `${part} in ${body}`);
    assert.equal(sender, 'Frota Norte');
    assert.equal(subject, 'Van 3 entered Yard');
    assert.match(html, new RegExp(`<html lang="${language}"`));
    assert.match(html, /#0a7d4f/);
    assert.doesNotMatch(text, /[<>]/);
  }
});

test('[MAIL-101] it is read on dark pages, on narrow screens and in programs that know tables and styles of elements only', () => {
  const { html } = renderMail(content(), frame());
  assert.match(html, /<meta name="color-scheme" content="light dark">/);
  assert.match(html, /@media\(prefers-color-scheme:dark\)/);
  assert.match(html, /@media\(max-width:480px\)/);
  assert.match(html, /<!--\[if mso\]>/);
  assert.doesNotMatch(
    html,
    /<(?:script|link|iframe|form)|https?:[^"]*\.(?:png|css|woff)/,
    'nothing is fetched',
  );
  assert.doesNotMatch(html, /display:(?:flex|grid)|position:/);
});

test('[MAIL-102] whatever a name holds, it stays text on one line', () => {
  const hostile = content({
    subject: HOSTILE,
    title: HOSTILE,
    warning: HOSTILE,
    paragraphs: [HOSTILE],
    details: [{ label: HOSTILE, text: HOSTILE }],
    copy: { label: HOSTILE, text: HOSTILE },
    picture: { bytes: makePng(8, 3), alt: HOSTILE, credit: HOSTILE },
    button: { label: HOSTILE, url: `https://a.example/${HOSTILE}` },
    showsAddress: true,
    note: HOSTILE,
    reason: HOSTILE,
    namesProduct: true,
  });
  const mail = renderMail(hostile, frame({ name: HOSTILE, contacts: [HOSTILE], colour: '"><script>' }));
  assert.doesNotMatch(mail.html, /<script|\u202E/);
  // All quotes within elements are ours: each attribute closes where it should.
  assert.doesNotMatch(
    mail.html.replaceAll(/<!--[^]*?-->|<style>[^]*?<\/style>/g, ''),
    /<[^<>]*"[^\s<>=/]+"[^<>]*</,
  );
  for (const line of [mail.subject, mail.sender ?? '']) assert.doesNotMatch(line, /[\p{Cc}\u202E]/u);
  const none = renderMail(content({ button: { label: 'x', url: 'javascript:alert(1)' } }), frame());
  assert.doesNotMatch(none.html, /javascript:/);
});

test('[MAIL-103] no mail is larger than 60 kB, pictures included, whatever it is given', () => {
  const long = '"ç<'.repeat(30_000);
  const mail = renderMail(
    content({
      title: long,
      paragraphs: Array.from({ length: 500 }, () => long),
      details: Array.from({ length: 500 }, () => ({ label: long, text: long })),
      picture: { bytes: new Uint8Array(24_000), alt: long, credit: long },
    }),
    frame({ logo: new Uint8Array(12_000) }),
  );
  const usual = renderMail(
    content({ picture: { bytes: new Uint8Array(24_000), alt: '', credit: '' } }),
    frame({ logo: new Uint8Array(12_000) }),
  );
  assert.ok(sizeOf(usual) < 60_000, `${sizeOf(usual)}`);
  assert.ok(sizeOf(mail) < 60_000, `${sizeOf(mail)}`);
  const heavy = renderMail(
    content({ picture: { bytes: new Uint8Array(24_001), alt: '', credit: '' } }),
    frame({ logo: new Uint8Array(12_001) }),
  );
  assert.deepEqual(heavy.inline, []);
  assert.doesNotMatch(heavy.html, /cid:/);
});

/** Size as sent: pictures in base64. */
const sizeOf = ({ html, text, inline }: ReturnType<typeof renderMail>): number =>
  Buffer.byteLength(html) +
  Buffer.byteLength(text) +
  inline.reduce((sum, { content: { length } }) => sum + length * 1.37, 0);

test('[MAIL-104] without a button of its own it opens the product; without an address of the product it has none', () => {
  const { html, text } = renderMail(content({ button: null }), frame());
  assert.match(html, /<a href="https:\/\/fleet\.example\.com\/"[^>]*>Abrir Frota Norte<\/a>/);
  assert.match(text, /Abrir Frota Norte:\nhttps:\/\/fleet\.example\.com\/\n/);
  assert.doesNotMatch(
    renderMail(content({ button: null, picture: null }), frame({ publicUrl: null })).html,
    /class="button"/,
  );
  const own = renderMail(content({ namesProduct: true, subject: 'New password' }), frame());
  assert.equal(own.subject, 'New password · Frota Norte');
});
