import { type ReplyWindow, replyWindowSpan } from '../order/reply-window.ts'
import type { Sort, View } from './lead-view.ts'
import { searchWords } from './search-words.ts'

/** The key of each order in the API. */
const sortKeys: Record<Sort, string> = {
  now: 'urgency:desc',
  chance: 'score:desc',
  newest: 'postedAt:desc',
  active: 'numComments:desc',
}

type Value = string | number | boolean | readonly Value[] | { readonly [key: string]: Value }

/** Returns the query of a view in the syntax of SPEC 7. */
export function viewQuery(projectId: string, view: View, now: number) {
  const { tab, sort, text, communities, windows, labels, keywords, competitors, claimed, unread, due, since } = view
  const { postedFrom, postedBefore, hour, weekday } = view
  return {
    filters: {
      project: { id: { $eq: projectId } },
      ...(tab === 'saved' ? { saved: { $eq: true } } : tab !== 'all' && { state: { $eq: tab } }),
      ...(communities.length > 0 && { subreddit: { $in: communities } }),
      ...(labels.length > 0 && { label: { $in: labels } }),
      ...(keywords.length > 0 && { keyword: { $in: keywords } }),
      ...(competitors.length > 0 && { competitor: { $in: competitors } }),
      ...(claimed !== null && { claimed: claimed === 'anyone' ? { $ne: 'nobody' } : { $eq: claimed } }),
      ...(unread && { unread: { $eq: true } }),
      ...(due && { due: { $eq: true } }),
      ...(since !== null && { releasedAt: { $gt: since } }),
      ...((postedFrom !== null || postedBefore !== null) && {
        postedAt: {
          ...(postedFrom !== null && { $gte: postedFrom }),
          ...(postedBefore !== null && { $lt: postedBefore }),
        },
      }),
      ...(hour !== null && { hour: { $eq: hour } }),
      ...(weekday !== null && { weekday: { $eq: weekday } }),
      ...(text !== '' && { $and: searchWords(text).map((word) => ({ text: { $containsi: word } })) }),
      ...(windows.length > 0 && { $or: windows.flatMap((window) => postedIn(window, now)) }),
    } satisfies Value,
    sort: sortKeys[sort],
    populate: ['post'],
  }
}

/** Returns the conditions for posts in a reply window, any of which must hold. */
function postedIn(window: ReplyWindow, now: number): Value[] {
  const { after, until } = replyWindowSpan(window, now)
  const dates = {
    ...(after !== null && { $gt: new Date(after).toISOString() }),
    ...(until !== null && { $lte: new Date(until).toISOString() }),
  }
  return after === null ? [{ postedAt: dates }, { postedAt: { $null: true } }] : [{ postedAt: dates }]
}
