import type { InboxItem } from '#features/reddit/server/index.ts'
import type { Conversation } from '../../contract.ts'

/** Where an item of an inbox belongs, and what is stored of it. */
export interface PlacedItem {
  name: string
  direction: 'in' | 'out'
  kind: Exclude<Conversation['kind'], 'mail'>
  /** The other side, without u/; null for modmail. */
  handle: string | null
  /** In Reddit's spelling, without r/; null for direct messages. */
  subreddit: string | null
  /** The post above a comment. */
  threadId: string | null
  title: string | null
  permalink: string | null
  text: string
  subject: string | null
  parentName: string | null
  sentAt: Date | null
  /** Whether Reddit shows it as unread. */
  isNew: boolean
  /** Whether it was written as a moderator or by Reddit itself. */
  isOfficial: boolean
  /** What of it is gone from Reddit. */
  gone: 'text' | 'account' | null
}

const handlePattern = /^[\w-]{1,50}$/
/** Reddit's spellings of a community as a recipient. */
const communityPattern = /^(?:#|\/?r\/)(\S{1,100})$/i

/** Returns where an item belongs; null for a message from an account to itself, and for one that names nobody. */
export function placeItem(item: InboxItem, account: { name: string }): PlacedItem | null {
  const isOwn = isSame(item.author, account.name)
  const other = isOwn ? item.to : item.author
  if (isOwn && (isSame(item.to, account.name) || item.kind === 'comment')) return null
  const subreddit = item.subreddit ?? communityPattern.exec(item.to ?? '')?.[1] ?? null
  const kind = item.kind === 'comment' ? (item.isMention ? 'mention' : 'comment') : subreddit ? 'modmail' : 'message'
  if (item.kind === 'comment' && (!item.thread || !subreddit)) return null
  const handle = kind !== 'modmail' && other !== null && handlePattern.test(other) ? other : null
  return {
    ...{ name: item.name, direction: isOwn ? 'out' : 'in', kind, handle, subreddit },
    ...{ threadId: item.thread?.id ?? null, title: item.thread?.title ?? null },
    permalink: item.thread?.permalink ?? null,
    text: storable(item.body),
    // Chats have no subject of their own.
    subject: item.kind === 'comment' || item.subject === '[direct chat room]' ? null : storable(item.subject) || null,
    parentName: item.parent,
    sentAt: item.sentAt === null ? null : new Date(item.sentAt),
    ...{ isNew: item.isNew, isOfficial: item.isOfficial },
    gone: item.isGone ? 'text' : kind !== 'modmail' && handle === null ? 'account' : null,
  }
}

function isSame(name: string | null, other: string): boolean {
  return name?.toLowerCase() === other.toLowerCase()
}

/** PostgreSQL stores neither NUL nor halves of characters. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}
