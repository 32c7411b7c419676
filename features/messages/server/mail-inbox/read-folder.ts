import type { FetchMessageObject, ImapFlow, MessageStructureObject } from 'imapflow'
import type { Ctx } from '#platform/server/ctx.ts'
import { type ParsedMail, parseMail } from './parse-mail.ts'

/** A mail of a folder. */
export interface FolderMail extends ParsedMail {
  uid: number
  /** When it arrived, by the server's clock. */
  at: Date
}

/** How far a folder was read. */
export interface FolderMark {
  validity: number | null
  uid: number
}

export interface OpenFolder {
  validity: number
  /** The UIDs to read, in their order. */
  uids: number[]
}

/** The most mails of a folder per reading. The next one goes on. */
const mailsMost = 500
/** How much of a mail is fetched. Texts are smaller, and files follow them. */
const bytesMost = 512_000
/** How far to look back in a folder whose numbers changed. Known mails are recognized by their Message-IDs. */
const lookBackMs = 7 * 24 * 3_600_000

/**
 * Opens a folder and returns the mails after a mark. Without a mark, and in a folder with new numbers, those that arrived
 * in the last days, but not before `since`.
 */
export async function openFolder(
  ctx: Ctx,
  client: ImapFlow,
  path: string,
  { mark, since }: { mark: FolderMark; since: Date },
): Promise<OpenFolder> {
  const box = await client.mailboxOpen(path, { readOnly: true })
  const validity = Number(box.uidValidity)
  const isKnown = mark.validity === validity
  const earliest = new Date(Math.max(since.getTime(), ctx.now().getTime() - lookBackMs))
  // Servers search by day, in their time zone.
  const dayBefore = new Date(earliest.getTime() - 24 * 3_600_000)
  const query = isKnown ? { uid: `${mark.uid + 1}:*` } : { since: dayBefore }
  const found = box.exists === 0 ? [] : await client.search(query, { uid: true })
  const uids = (found || []).filter((uid) => !isKnown || uid > mark.uid).toSorted((a, b) => a - b)
  return { validity, uids: uids.slice(0, mailsMost) }
}

/** The headers that tell whether a mail concerns a project. */
const telling = [
  ...['message-id', 'in-reply-to', 'references', 'from', 'to', 'cc', 'subject', 'content-type'],
  ...['auto-submitted', 'precedence', 'x-failed-recipients', 'list-id', 'x-autoreply', 'x-autorespond'],
]

/** Reads the headers of mails, in the order of their UIDs. */
export async function readHeaders(ctx: Ctx, client: ImapFlow, uids: readonly number[]): Promise<FolderMail[]> {
  if (uids.length === 0) return []
  const query = { uid: true, internalDate: true, headers: telling } as const
  const found = await client.fetchAll(uids.join(','), query, { uid: true })
  const mails = await Promise.all(
    found.map(async ({ uid, internalDate, headers }) => ({
      ...(await parseMail(headers ?? Buffer.alloc(0))),
      uid,
      at: arrivalOf(ctx, internalDate),
    })),
  )
  return mails.toSorted((a, b) => a.uid - b.uid)
}

/** Reads the beginning of a mail, and lists its files. Null if it was deleted meanwhile. */
export async function readWhole(
  client: ImapFlow,
  uid: number,
): Promise<{ parsed: ParsedMail; attachments: { name: string; bytes: number }[] } | null> {
  const query = { uid: true, bodyStructure: true, source: { maxLength: bytesMost } } as const
  const mail: FetchMessageObject | false = await client.fetchOne(String(uid), query, { uid: true })
  if (mail === false || !mail.source) return null
  return { parsed: await parseMail(mail.source), attachments: filesOf(mail.bodyStructure) }
}

/** The most files that are listed. */
const filesMost = 50

function filesOf(structure: MessageStructureObject | undefined): { name: string; bytes: number }[] {
  const parts: MessageStructureObject[] = []
  const open = structure ? [structure] : []
  for (let part = open.pop(); part && parts.length < 1_000; part = open.pop()) {
    parts.push(part)
    open.push(...(part.childNodes ?? []).toReversed())
  }
  return parts
    .flatMap((part) => {
      const name = part.dispositionParameters?.filename ?? part.parameters?.name
      const isFile = part.disposition?.toLowerCase() === 'attachment' || name !== undefined
      if (!isFile || part.childNodes?.length) return []
      // Base64 writes 4 characters for 3 bytes.
      const size = part.size ?? 0
      const bytes = part.encoding?.toLowerCase() === 'base64' ? Math.floor((size * 3) / 4) : size
      return [{ name: nameOf(name), bytes }]
    })
    .slice(0, filesMost)
}

function nameOf(name: string | undefined): string {
  const plain = (name ?? '')
    .toWellFormed()
    .replace(/[\p{C}/\\]+/gu, ' ')
    .trim()
  return plain.slice(0, 200) || 'Unnamed file'
}

/** Nothing arrives in the future. */
function arrivalOf(ctx: Ctx, internalDate: Date | string | undefined): Date {
  const at = internalDate === undefined ? Number.NaN : new Date(internalDate).getTime()
  return new Date(Number.isNaN(at) ? ctx.now().getTime() : Math.min(at, ctx.now().getTime()))
}
