import type { InfiniteData } from '@tanstack/react-query'
import type { Answer } from '#platform/web/api/client.ts'
import type { Conversation, conversationsContract } from '../../contract.ts'

export type Page = Answer<(typeof conversationsContract.endpoints)['conversationsFind']>
export type Pages = InfiniteData<Page, unknown>

/** Returns the listed conversations. One that moved between two pages while they were fetched is listed once. */
export function conversationsOf(pages: Pages | undefined): Conversation[] {
  const byId = new Map<string, Conversation>()
  for (const page of pages?.pages ?? []) {
    for (const conversation of page.data) if (!byId.has(conversation.id)) byId.set(conversation.id, conversation)
  }
  return [...byId.values()]
}

/** Returns the list with some conversations as they are now, each in its place. */
export function withStates(pages: Pages, states: readonly Conversation[]): Pages {
  const byId = new Map(states.map((state) => [state.id, state]))
  return edited(pages, (data) => data.map((each) => byId.get(each.id) ?? each))
}

/** Returns the list without one conversation. */
export function without(pages: Pages, id: string): Pages {
  return edited(pages, (data) => data.filter((each) => each.id !== id))
}

/** Returns the list with a conversation that was in it, in its place by time, as far as the list reaches. */
export function withReturned(pages: Pages, conversation: Conversation): Pages {
  const known = pages.pages.some(({ data }) => data.some(({ id }) => id === conversation.id))
  if (known) return withStates(pages, [conversation])
  const before = (other: Conversation) => (conversation.lastAt ?? '') > (other.lastAt ?? '')
  const found = pages.pages.findIndex(({ data }) => data.some(before))
  const at = found >= 0 ? found : pages.pages.length - 1
  return {
    ...pages,
    pages: pages.pages.map((page, index) => {
      if (index !== at) return page
      const place = page.data.findIndex(before)
      return { ...page, data: page.data.toSpliced(place >= 0 ? place : page.data.length, 0, conversation) }
    }),
  }
}

function edited(pages: Pages, change: (data: Conversation[]) => Conversation[]): Pages {
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, data: change(page.data) })) }
}

/**
 * Returns how many of the first conversations of a view aren't in its list yet. Those that are older than the whole list
 * only moved up because others left it; they are on its next page, if it has more.
 */
export function freshAmong(latest: readonly Conversation[], listed: readonly Conversation[], hasMore: boolean): number {
  const known = new Set(listed.map(({ id }) => id))
  const oldest = listed.reduce((least, { lastAt }) => ((lastAt ?? '') < least ? (lastAt ?? '') : least), '9')
  return latest.filter(({ id, lastAt }) => !known.has(id) && (!hasMore || (lastAt ?? '') > oldest)).length
}

/** Returns the conversation to open when one leaves the list: the next one, or else the previous one. */
export function neighbor(conversations: readonly Conversation[], id: string): Conversation | null {
  const index = conversations.findIndex((each) => each.id === id)
  return conversations[index + 1] ?? conversations[index - 1] ?? null
}
