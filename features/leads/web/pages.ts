import type { InfiniteData } from '@tanstack/react-query'
import type { Answer } from '#platform/web/api/client.ts'
import { isGone } from '#platform/web/post/shown-post.ts'
import type { Opportunity, opportunitiesEndpoints } from '../contract.ts'

export type Page = Answer<(typeof opportunitiesEndpoints)['opportunitiesFind']>
export type Pages = InfiniteData<Page, unknown>

/** The position of a lead in the list, to restore it on undo. */
export interface Position {
  page: number
  index: number
}

export function leadsOf(pages: Pages | undefined): Opportunity[] {
  return pages?.pages.flatMap((page) => page.data) ?? []
}

export function positionOf(pages: Pages, id: string): Position | null {
  for (const [page, { data }] of pages.pages.entries()) {
    const index = data.findIndex((lead) => lead.id === id)
    if (index !== -1) return { page, index }
  }
  return null
}

/** Returns the list with one lead replaced, or removed if `lead` is null. */
export function withLead(pages: Pages, id: string, lead: Opportunity | null): Pages {
  const position = positionOf(pages, id)
  if (!position) return pages
  return edit(pages, position.page, lead ? 0 : -1, (data) =>
    lead ? data.with(position.index, lead) : data.toSpliced(position.index, 1),
  )
}

/** Returns the list with a lead restored to its position, or as close to it as the list still reaches. */
export function withLeadAt(pages: Pages, lead: Opportunity, position: Position): Pages {
  if (positionOf(pages, lead.id)) return withLead(pages, lead.id, lead)
  const page = Math.min(position.page, pages.pages.length - 1)
  return edit(pages, page, 1, (data) => data.toSpliced(Math.min(position.index, data.length), 0, lead))
}

/** The decisions about a lead, which may arrive without the rest of it. */
export type Decided = Pick<Opportunity, 'state' | 'saved' | 'reply' | 'rejection' | 'save' | 'claim'>
type Changed = Decided & Pick<Opportunity, 'id' | 'post'>

/** Returns the list with updated decisions and posts of some of its leads, all in their positions. */
export function withDecisions(pages: Pages, decided: readonly Changed[]): Pages {
  const byId = new Map(decided.map((each) => [each.id, each]))
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      data: page.data.map((lead) => {
        const now = byId.get(lead.id)
        if (!now) return lead
        if (lead.post && now.post && isGone(now.post))
          return { ...lead, ...now, post: { ...lead.post, ...now.post, body: '' } }
        const { state, saved, reply, rejection, save, claim } = now
        return { ...lead, state, saved, reply, rejection, save, claim }
      }),
    })),
  }
}

/** Returns the list with a lead marked as read, in its position. */
export function withReadMark(pages: Pages, id: string): Pages {
  const position = positionOf(pages, id)
  const lead = position && pages.pages[position.page]?.data[position.index]
  return lead?.unread ? withLead(pages, id, { ...lead, unread: false }) : pages
}

/**
 * Returns the lead to open when some leave the list, the open one among them: the next one that stays, or else the
 * previous one.
 */
export function neighbor(
  leads: readonly Opportunity[],
  id: string,
  leaving: readonly string[] = [id],
): Opportunity | null {
  const index = leads.findIndex((lead) => lead.id === id)
  const gone = new Set(leaving)
  const stays = (lead: Opportunity) => !gone.has(lead.id)
  return leads.slice(index + 1).find(stays) ?? leads.slice(0, Math.max(index, 0)).findLast(stays) ?? null
}

function edit(pages: Pages, at: number, change: number, data: (leads: Opportunity[]) => Opportunity[]): Pages {
  return {
    ...pages,
    pages: pages.pages.map((page, index) => ({
      ...page,
      data: index === at ? data(page.data) : page.data,
      meta: {
        ...page.meta,
        pagination: { ...page.meta.pagination, total: Math.max(0, page.meta.pagination.total + change) },
      },
    })),
  }
}
