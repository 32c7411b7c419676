import { messageIdsIn } from './message-ids.ts'

/** A mail that may report about another one. */
export interface MaybeReport {
  /** The address in its header From, in lower case. */
  from: string
  contentType: string
  /** The header X-Failed-Recipients, which some servers add; null without it. */
  failedRecipients: string | null
  /** Everything below its headers, as it arrived. */
  body: string
}

export interface Bounce {
  /** failed: it wasn't delivered. delayed: the server still tries. */
  outcome: 'failed' | 'delayed'
  /** Whether the address doesn't exist, so that nothing else sent there arrives. */
  isHard: boolean
  /** The Message-IDs that it names: one of them is the mail that it is about. */
  messageIds: string[]
  /** What the server said, as one line; may be empty. */
  words: string
}

const reporters = /^(?:mailer-daemon|postmaster|mail-daemon|mailerdaemon|bounces?|noreply-bounce)(?:[+-][^@]*)?@/
/** Servers that don't report in the standard form say it in their first lines. */
const failing =
  /undeliver|delivery (?:status notification|has failed|failure|to the following)|returned (?:mail|to sender)|could ?n[o']t be delivered|failure notice|permanent(?:ly)? (?:error|failure|failed|fatal)|delivery failed|unzustellbar|non remis/i
const unknownAddress =
  /\b(?:user|recipient|address|mailbox|account)(?: is| was)? (?:unknown|not found|unavailable|does ?n[o']t exist|disabled|rejected|invalid)|unknown (?:user|address|recipient|mailbox|account)|no such (?:user|address|recipient|mailbox|person|account)|does ?n[o']t exist|invalid (?:recipient|address|mailbox)|no mailbox here|address rejected|user doesn't have/i
const delaying = /\b(?:delayed|still being retried|will (?:be retried|retry|keep trying)|temporar(?:y|ily)|warning: )/i

/** How much of a body is read. */
const bodyMost = 200_000
const wordsMost = 300

/**
 * Returns what a delivery report says: in the standard form (RFC 3464), or in the words of common servers. Null for any
 * other mail.
 */
export function readBounce(mail: MaybeReport): Bounce | null {
  const body = unfolded(mail.body.slice(0, bodyMost))
  const isStandard = /report-type\s*=\s*"?delivery-status/i.test(mail.contentType)
  if (!isStandard && !reporters.test(mail.from) && mail.failedRecipients === null) return null
  const messageIds = fieldsOf(body, 'Message-ID').flatMap((value) => messageIdsIn(value))
  const actions = fieldsOf(body, 'Action').map((value) => value.toLowerCase())
  const statuses = fieldsOf(body, 'Status').flatMap((value) => /^[245]\.\d{1,3}\.\d{1,3}/.exec(value)?.[0] ?? [])
  const diagnostic = fieldsOf(body, 'Diagnostic-Code').map((value) => value.replace(/^[\w-]+\s*;\s*/, ''))[0]
  if (actions.length > 0) {
    const words = lineOf(diagnostic ?? statuses[0] ?? '')
    if (actions.some((action) => action.startsWith('failed'))) {
      return { outcome: 'failed', isHard: isHardFailure(statuses, diagnostic ?? ''), messageIds, words }
    }
    return actions.some((action) => action.startsWith('delayed'))
      ? { outcome: 'delayed', isHard: false, messageIds, words }
      : null
  }
  // Without the standard fields, only words above the returned mail tell.
  const own = body.slice(0, 4_000)
  const said = lineOf(/[^\n]*\b[45]\d\d[ -][^\n]*/.exec(own)?.[0] ?? '')
  if (delaying.test(own) && !/permanent/i.test(own))
    return { outcome: 'delayed', isHard: false, messageIds, words: said }
  if (mail.failedRecipients === null && !failing.test(own) && !unknownAddress.test(own)) return null
  return { outcome: 'failed', isHard: isHardFailure([], own), messageIds, words: said }
}

/** The codes of RFC 3463 that say that an address doesn't exist; of others, words tell. */
function isHardFailure(statuses: readonly string[], words: string): boolean {
  const status = statuses.find((each) => each.startsWith('5')) ?? /\b5\.\d{1,3}\.\d{1,3}\b/.exec(words)?.[0]
  if (status && /^5\.1\.(?:[01236]|10)$/.test(status)) return true
  if (status && !/^5\.0\.0$/.test(status) && !/^5\.5\.0$/.test(status)) return false
  return statuses.every((each) => each.startsWith('5')) && unknownAddress.test(words)
}

/** Joins header lines that continue on the next line. */
function unfolded(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/\n[ \t]+/g, ' ')
}

function fieldsOf(body: string, name: string): string[] {
  return [...body.matchAll(new RegExp(`^${name}:[ \\t]*([^\\n]*)$`, 'gim'))].map(([, value = '']) => value.trim())
}

function lineOf(words: string): string {
  return words
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, wordsMost)
}
