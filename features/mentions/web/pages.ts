import type { InfiniteData } from '@tanstack/react-query'
import type { Answer } from '#platform/web/api/client.ts'
import { isGone } from '#platform/web/post/shown-post.ts'
import type { Mention, mentionsEndpoints } from '../contract.ts'
import { belongsIn, type Status } from './view.ts'

export type Page = Answer<(typeof mentionsEndpoints)['mentionsFind']>
export type Pages = InfiniteData<Page, unknown>

export function mentionsOf(pages: Pages | undefined): Mention[] {
  return pages?.pages.flatMap((page) => page.data) ?? []
}

/**
 * Returns the list with some mentions as they are now: changed in place, removed if they no longer belong in it, or
 * back in their place, newest first, as far as the list reaches.
 */
export function withMentions(pages: Pages, changed: readonly Mention[], status: Status): Pages {
  return changed.reduce((list, mention) => withMention(list, mention, status), pages)
}

function withMention(pages: Pages, mention: Mention, status: Status): Pages {
  const known = pages.pages.findIndex(({ data }) => data.some(({ id }) => id === mention.id))
  const belongs = belongsIn(mention, status)
  if (known >= 0) {
    return edit(pages, known, (data) =>
      data.flatMap((each) => (each.id !== mention.id ? [each] : belongs ? [mention] : [])),
    )
  }
  if (!belongs) return pages
  const at = pages.pages.findIndex(({ data }) => data.some((each) => isNewer(mention, each)))
  const page = at >= 0 ? at : pages.pages.length - 1
  return edit(pages, page, (data) => {
    const index = data.findIndex((each) => isNewer(mention, each))
    return data.toSpliced(index >= 0 ? index : data.length, 0, mention)
  })
}

/** What may change about a mention while it is shown. */
export type State = Pick<
  Mention,
  'id' | 'handled' | 'handledAt' | 'muted' | 'sentence' | 'spans' | 'author' | 'subreddit' | 'post'
>

/** Returns the list with the present states of some of its mentions, all in their places. */
export function withStates(pages: Pages, states: readonly State[]): Pages {
  const byId = new Map(states.map((state) => [state.id, state]))
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      data: page.data.map((mention) => {
        const state = byId.get(mention.id)
        if (!state) return mention
        const { post, ...others } = state
        const gone = mention.post && post && isGone(post)
        return { ...mention, ...others, ...(gone && { post: { ...mention.post, ...post, body: '' } }) }
      }),
    })),
  }
}

function edit(pages: Pages, at: number, change: (mentions: Mention[]) => Mention[]): Pages {
  return {
    ...pages,
    pages: pages.pages.map((page, index) => (index === at ? { ...page, data: change(page.data) } : page)),
  }
}

/** Returns whether a mention is listed before another: by the date of the post, then by the ID. */
function isNewer(one: Mention, other: Mention): boolean {
  const [a, b] = [one.postedAt ?? '', other.postedAt ?? '']
  return a === b ? one.id > other.id : a > b
}

/** Returns the mention to open when some leave the list: the next one that stays, or else the previous one. */
export function neighbor(mentions: readonly Mention[], id: string, leaving: readonly string[]): Mention | null {
  const index = mentions.findIndex((mention) => mention.id === id)
  const stays = (mention: Mention) => !leaving.includes(mention.id)
  return mentions.slice(index + 1).find(stays) ?? mentions.slice(0, Math.max(index, 0)).findLast(stays) ?? null
}
