import MailComposer from 'nodemailer/lib/mail-composer'
import type { Message } from './mailer.ts'
import type { Sender } from './sender.ts'

/**
 * Builds the mail as sent over the wire (RFC 5322), with plain text before HTML. Takes addresses in parts, so that
 * none can be parsed as two, and encodes header values, so that none can start another header.
 */
export function composeMail(
  { id, to, subject, text, html, unsubscribeUrl, writtenAt }: Message,
  from: Sender,
): Promise<Buffer> {
  const message = new MailComposer({
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    date: writtenAt,
    messageId: `<${id}@${from.address.split('@').at(-1)}>`,
    // Keeps auto-responders and delivery reports from answering.
    headers: {
      'auto-submitted': 'auto-generated',
      'x-auto-response-suppress': 'All',
      ...(unsubscribeUrl && {
        'list-unsubscribe': `<${unsubscribeUrl}>`,
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      }),
    },
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return message.compile().build()
}
