import type { RedditAccount } from '#features/reddit/contract.ts'
import type { Conversation, Message } from '../contract.ts'
import type { Outreach } from '../contract-outbox.ts'

const at = '2026-11-26T12:00:00.000Z'

function head(id: string) {
  return { id, documentId: id, createdAt: at, updatedAt: at, publishedAt: at }
}

/** A conversation for tests. */
export function aConversation(id: string, more: Partial<Conversation> = {}): Conversation {
  return {
    ...head(id),
    ...({ channel: 'reddit', kind: 'message', state: 'open', priority: 'normal', labels: [], unread: false } as const),
    ...{ lastAt: at, subreddit: null, threadId: null, title: null, snoozedUntil: null, snippet: null },
    ...{ address: null, addressName: null },
    ...more,
  }
}

/** A person for tests, by name. */
export function aPerson(handle: string): NonNullable<Conversation['person']> {
  return {
    ...head(handle),
    ...{ handle, aliases: [], stage: 'new', stageSince: at, value: null, currency: null, tags: [] },
    ...{ doNotContact: false, doNotContactSince: null, email: null, emailMessageId: null },
    ...{ nextTaskAt: null, nextTask: null },
  }
}

/** A connected account for tests. */
export function anAccount(more: Partial<RedditAccount> = {}): RedditAccount {
  return {
    ...head('deskbook'),
    ...({ name: 'deskbook', state: 'connected', scopes: [], karma: 100, realm: 'real' } as const),
    ...{ joinedAt: null, standingAt: null, suspendedAt: null, inboxReadAt: null, inboxTrouble: null },
    ...more,
  }
}

/** A message for tests. */
export function aMessage(id: string, more: Partial<Message> = {}): Message {
  return {
    ...head(id),
    ...({ channel: 'reddit', direction: 'out', state: 'sent', text: 'Hello' } as const),
    ...{ fromAddress: null, attachments: [], isAutomatic: false },
    ...{ reason: null, hold: null, refusal: null, permalink: null, deferredUntil: null, sentAt: at },
    ...more,
  }
}

/** What is known about a lead's author, for tests: somebody who invited nobody. */
export function anOutreach(more: Partial<Outreach> = {}): Outreach {
  return {
    ...{ handle: 'mara_k', person: null, conversation: null, invitations: [], wroteFirst: false, obstacle: null },
    ...({ mode: 'assisted', account: 'deskbook' } as const),
    ...more,
  }
}
