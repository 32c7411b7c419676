import MailComposer from 'nodemailer/lib/mail-composer'
import type { Message } from './mailer.ts'
import type { Sender } from './sender.ts'

/**
 * The mail as it goes over the wire (RFC 5322), text first and HTML beside it. Addresses are given in parts, so that
 * nothing in them is read as a second one; header values are encoded, so that none begins another header.
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
    // Nobody is to answer it, or be told about it, by a machine.
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
