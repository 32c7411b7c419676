import { expect, test } from 'vitest'
import { parseMail } from './parse-mail.ts'

const lines = (...each: string[]) => Buffer.from(each.join('\r\n'), 'latin1')
const head = ['From: Mara <mara@example.com>', 'Message-ID: <a@example.com>', 'Subject: Welders']
const nested = (depth: number) =>
  Array.from({ length: depth }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}`).join('\r\n')

/** Hostile and broken mails, and what is stored of them. */
const mails: [name: string, raw: Buffer, expected: object][] = [
  ['nothing', Buffer.alloc(0), { from: null, text: '', subject: '' }],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0, 13, 10, 0x80]), { from: null }],
  ['only a header', lines(...head), { from: { address: 'mara@example.com' }, text: '' }],
  ['NUL characters', lines(...head, '', 'a\0b'), { text: 'ab' }],
  [
    'a charset that is a lie',
    lines(...head, 'Content-Type: text/plain; charset=utf-8', '', 'caf\xe9'),
    { text: 'caf\ufffd' },
  ],
  [
    'a charset that does not exist',
    lines(...head, 'Content-Type: text/plain; charset=x-none', '', 'Hello'),
    { text: 'Hello' },
  ],
  ['Latin-1', lines(...head, 'Content-Type: text/plain; charset=iso-8859-1', '', 'caf\xe9'), { text: 'café' }],
  [
    'broken base64',
    lines(...head, 'Content-Transfer-Encoding: base64', '', '!!!SGVsbG8'),
    { messageId: '<a@example.com>' },
  ],
  ['broken quoted-printable', lines(...head, 'Content-Transfer-Encoding: quoted-printable', '', 'a=ZZb='), {}],
  ['a boundary that never comes', lines(...head, 'Content-Type: multipart/mixed; boundary=x', '', 'Hello'), {}],
  ['a multipart without a boundary', lines(...head, 'Content-Type: multipart/mixed', '', 'Hello'), {}],
  ['5,000 multiparts in each other', lines(...head, nested(5_000)), {}],
  [
    'a subject of a megabyte',
    lines(`Subject: ${'x'.repeat(900_000)}`, ...head.slice(0, 2), '', 'Hi'),
    { subject: 'x'.repeat(300) },
  ],
  ['a text of 500 kB', lines(...head, '', 'word '.repeat(100_000)), { messageId: '<a@example.com>' }],
  [
    '10,000 references',
    lines(...head, `References: ${'<r@example.com> '.repeat(10_000)}`, '', 'Hi'),
    { follows: ['<r@example.com>'] },
  ],
  ['a Message-ID of 5,000 characters', lines(head[0]!, `Message-ID: <${'m'.repeat(5_000)}@example.com>`, '', 'Hi'), {}],
  ['two senders', lines('From: a@example.com, b@example.com', '', 'Hi'), {}],
  ['a sender without an address', lines('From: Mara', '', 'Hi'), { from: null }],
  [
    'a sender that turns the text around',
    lines('From: =?utf-8?B?4oCuZXZp?= <eve@example.com>', '', 'Hi'),
    { from: { address: 'eve@example.com', name: 'evi' } },
  ],
  [
    'a header folded into another',
    lines('From: mara@example.com', 'Subject: a', ' Bcc: b@example.com', '', 'Hi'),
    { subject: 'a Bcc: b@example.com' },
  ],
  [
    'HTML with scripts, styles, and pixels',
    lines(
      ...head,
      'Content-Type: text/html',
      '',
      '<style>p{}</style><script>alert(1)</script><p>Hi<img src="http://track.example/x"></p>',
    ),
    { text: 'Hi' },
  ],
  [
    'HTML of 20,000 open elements',
    lines(...head, 'Content-Type: text/html', '', '<div>'.repeat(20_000), 'Hi'),
    { text: 'Hi' },
  ],
  [
    'HTML that quotes',
    lines(...head, 'Content-Type: text/html', '', '<p>No</p><blockquote><p>Please stop emailing me</p></blockquote>'),
    { text: expect.stringContaining('> Please stop') },
  ],
]

test.each(mails)('a mail with %s is read within its limits', async (_name, raw, expected) => {
  const startedAt = performance.now()
  const mail = await parseMail(raw)
  expect(performance.now() - startedAt).toBeLessThan(3_000)
  expect(mail).toMatchObject(expected)
  expect(mail.messageId).toMatch(/^<.{1,498}>$/s)
  expect(mail.text.length).toBeLessThanOrEqual(50_000)
  expect(mail.subject.length).toBeLessThanOrEqual(300)
  expect(JSON.stringify(mail)).not.toContain('\\u0000')
})

test('a mail without a Message-ID has the same one each time, and another mail another one', async () => {
  const [one, again, other] = await Promise.all(
    ['Hi', 'Hi', 'Bye'].map((subject) => parseMail(lines('From: a@example.com', `Subject: ${subject}`, '', 'x'))),
  )
  expect(one?.messageId).toBe(again?.messageId)
  expect(one?.messageId).not.toBe(other?.messageId)
})
