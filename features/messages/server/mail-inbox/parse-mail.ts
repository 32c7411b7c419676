import { createHash } from 'node:crypto'
import PostalMime, { type Email } from 'postal-mime'
import { isAutomaticMail } from '#engine/mail/automatic.ts'
import { type Bounce, readBounce } from '#engine/mail/bounces.ts'
import { textOfHtml } from '#engine/mail/html-text.ts'
import { followedIds, messageIdsIn } from '#engine/mail/message-ids.ts'

/** The limits of what is stored of a mail. */
const limits = { text: 50_000, subject: 300, name: 200, address: 320 } as const

export interface ParsedMail {
  messageId: string
  /** The Message-IDs that it follows, the nearest first. */
  follows: string[]
  /** In lower case; null without a valid one. */
  from: { address: string; name: string | null } | null
  to: { address: string; name: string | null }[]
  subject: string
  text: string
  isAutomatic: boolean
  bounce: Bounce | null
}

/**
 * Reads a mail, or the beginning of one. Whatever it contains, this returns: parts that can't be read are empty. A mail
 * without a Message-ID gets one that is the same each time.
 */
export async function parseMail(raw: Buffer): Promise<ParsedMail> {
  const email = await PostalMime.parse(raw, { maxNestingDepth: 50, maxHeadersSize: 1_000_000 }).catch(() => null)
  const headerOf = (name: string) => email?.headers.find(({ key }) => key === name)?.value ?? null
  const [from = null] = email?.from ? addressesOf([email.from]) : []
  const bytes = raw.toString('latin1')
  const end = bytes.search(/\r?\n\r?\n/)
  return {
    messageId: messageIdsIn(headerOf('message-id'))[0] ?? missingId(bytes.slice(0, end < 0 ? undefined : end)),
    follows: followedIds({ inReplyTo: headerOf('in-reply-to'), references: headerOf('references') }),
    from,
    to: addressesOf([...(email?.to ?? []), ...(email?.cc ?? [])]),
    subject: plain(email?.subject ?? '', limits.subject)
      .replace(/\s+/g, ' ')
      .trim(),
    text: textOf(email),
    isAutomatic: isAutomaticMail({
      autoSubmitted: headerOf('auto-submitted'),
      precedence: headerOf('precedence'),
      autoReply: headerOf('x-autoreply') ?? headerOf('x-autorespond'),
      listId: headerOf('list-id'),
    }),
    bounce: readBounce({
      from: from?.address ?? '',
      contentType: headerOf('content-type') ?? '',
      failedRecipients: headerOf('x-failed-recipients'),
      body: end < 0 ? '' : bytes.slice(end),
    }),
  }
}

function textOf(email: Email | null): string {
  const text = email?.text?.trim() ? email.text : email?.html ? textOfHtml(email.html.slice(0, 500_000)) : ''
  return plain(text.replaceAll('\r\n', '\n'), limits.text).trim()
}

function addressesOf(found: readonly NonNullable<Email['from']>[]): ParsedMail['to'] {
  return found
    .flatMap((each) => ('group' in each && each.group ? each.group : [each]))
    .flatMap(({ address, name }) => {
      const sound = address?.trim().toLowerCase() ?? ''
      if (sound.length > limits.address || !/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(sound)) return []
      return [
        {
          address: sound,
          name:
            plain(name ?? '', limits.name)
              .replace(/\s+/g, ' ')
              .trim() || null,
        },
      ]
    })
}

/** PostgreSQL stores neither NUL nor halves of characters. Marks that turn the direction of text are left out. */
function plain(text: string, most: number): string {
  return text
    .slice(0, most)
    .toWellFormed()
    .replace(/[\0\u202a-\u202e\u2066-\u2069]/g, '')
}

function missingId(headers: string): string {
  return `<${createHash('sha256').update(headers).digest('hex')}@missing.invalid>`
}
