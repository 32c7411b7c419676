import MailComposer from 'nodemailer/lib/mail-composer'

/** A mail of a project. */
export interface OutgoingMail {
  messageId: string
  from: { name: string; address: string }
  to: { name: string; address: string }
  subject: string
  text: string
  signature: string
  /** The Message-IDs before it, the oldest first. */
  references: readonly string[]
  inReplyTo: string | null
  unsubscribeUrl: string
  /** Whether the text ends with a line about unsubscribing. */
  saysUnsubscribe: boolean
  writtenAt: Date
}

/**
 * Builds a mail as sent over the wire (RFC 5322), in plain text. Takes addresses in parts, so that none can be parsed as
 * two, and encodes header values, so that none can start another header. The headers for unsubscribing are those of RFC
 * 8058.
 */
export function composeOutgoing(mail: OutgoingMail): Promise<Buffer> {
  const { from, to, references, inReplyTo } = mail
  const message = new MailComposer({
    ...{ from, to, subject: mail.subject, text: mailText(mail), date: mail.writtenAt, messageId: mail.messageId },
    ...(inReplyTo !== null && { inReplyTo }),
    ...(references.length > 0 && { references: [...references] }),
    headers: {
      'list-unsubscribe': `<${mail.unsubscribeUrl}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    },
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return message.compile().build()
}

/** Returns a mail's text with its signature, and the line about unsubscribing. */
function mailText({ text, signature, saysUnsubscribe, unsubscribeUrl }: OutgoingMail): string {
  const parts = [
    text,
    // The usual mark, with its space, by which mail programs recognize signatures.
    ...(signature === '' ? [] : [`-- \n${signature}`]),
    ...(saysUnsubscribe ? [`Don't want mail from us? ${unsubscribeUrl}`] : []),
  ]
  return `${parts.join('\n\n')}\n`
}
