import PostalMime from 'postal-mime'

/** How somebody in the sandbox treats mail, by the beginning of their address, such as `bounce+1@example.com`. */
const manners = ['missing', 'bounce', 'slow', 'away', 'stop', 'unsubscribe', 'silent'] as const
export type Manner = (typeof manners)[number] | 'answers'

/** Descriptions for the control page. */
export const mannerWords: Record<Manner, string> = {
  missing: "rejected, because the address doesn't exist",
  bounce: 'accepted, then returned as undeliverable',
  slow: 'deferred once, then accepted',
  away: 'an out-of-office reply',
  stop: 'a reply that asks you to stop',
  unsubscribe: 'a one-click unsubscribe',
  silent: 'no reply',
  answers: 'a reply',
}

/** Mailboxes of projects. Only mail from them gets answers. */
export const mailboxDomain = '@sandbox.example'

export function mannerOf(address: string): Manner {
  const name = /^[a-z]+/i.exec(address)?.[0].toLowerCase()
  return manners.find((manner) => manner === name) ?? 'answers'
}

interface Received {
  from: string
  to: string
  raw: Buffer
  now: number
}

/** Returns the mail with which somebody reacts to one, as sent over the wire; null if they don't write. */
export async function reactionTo({ from, to, raw, now }: Received): Promise<{ from: string; raw: Buffer } | null> {
  const manner = mannerOf(to)
  if (manner === 'silent' || manner === 'unsubscribe' || manner === 'missing') return null
  const { subject = '', messageId = '', text = '', references = '' } = await PostalMime.parse(raw)
  const head = (sender: string, about: string) => [
    `From: ${sender}`,
    `To: <${from}>`,
    `Subject: ${oneLine(about)}`,
    `Date: ${new Date(now).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${now}.${Math.abs(hashOf(`${to}${messageId}`))}@people.sandbox.example>`,
    `In-Reply-To: ${messageId}`,
    `References: ${oneLine(`${references} ${messageId}`)}`,
  ]
  const mail = (sender: string, lines: readonly string[]) => ({
    from: sender,
    raw: Buffer.from(`${lines.join('\r\n')}\r\n`),
  })
  if (manner === 'bounce') {
    const daemon = 'mailer-daemon@sandbox.example'
    const lines = head(`Mail Delivery System <${daemon}>`, 'Undelivered Mail Returned to Sender').filter(
      (line) => !/^(?:In-Reply-To|References):/.test(line),
    )
    return mail(daemon, [...lines, ...report(to, messageId, subject)])
  }
  const quote = text.split(/\r?\n/).map((line) => `> ${line}`)
  const words = {
    away: ['I am away until Monday and will read your mail then.'],
    stop: ['Please stop emailing me.'],
    slow: ['Thanks, that sounds useful. How much is it?', '', ...quote],
    answers: ['Thanks for writing. Can you tell me more?', '', ...quote],
  }[manner]
  const isAway = manner === 'away'
  return mail(to, [
    ...head(`<${to}>`, `${isAway ? 'Out of office' : 'Re'}: ${subject.replace(/^Re: /i, '')}`),
    ...(isAway ? ['Auto-Submitted: auto-replied'] : []),
    'Content-Type: text/plain; charset=utf-8',
    '',
    ...words,
  ])
}

/** Returns the body of a delivery report (RFC 3464). */
function report(to: string, messageId: string, subject: string): string[] {
  return [
    'MIME-Version: 1.0',
    'Auto-Submitted: auto-replied',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="report"',
    '',
    '--report',
    'Content-Type: text/plain',
    '',
    `Your mail to ${to} could not be delivered.`,
    '--report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; sandbox.example',
    '',
    `Final-Recipient: rfc822; ${to}`,
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 There is no such address',
    '--report',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${messageId}`,
    `Subject: ${oneLine(subject)}`,
    '--report--',
  ]
}

/** Returns the URL in the header List-Unsubscribe, if it is on this machine. */
export function unsubscribeUrlIn(raw: Buffer): string | null {
  const header = raw
    .subarray(0, 20_000)
    .toString('latin1')
    .replace(/\r\n[ \t]+/g, '')
  return /^List-Unsubscribe:\s*<(http:\/\/(?:localhost|127\.0\.0\.1)[^>]*)>/im.exec(header)?.[1] ?? null
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function hashOf(text: string): number {
  return [...text].reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0, 7)
}
