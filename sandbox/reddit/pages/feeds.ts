import type { Subreddit } from '../../community/types.ts'
import type { Answer } from '../../sign-in/exchange.ts'
import type { Call } from '../api/call.ts'
import { pageByTime, pageOf } from '../api/listing.ts'
import { listed, pageOfPosts, searched } from '../api/lists.ts'
import { readableSubreddits } from '../api/subreddits.ts'
import { authorOf, bodyOf, permalinkOf, type View } from '../api/view.ts'
import { type Post, postOf, type Thing } from '../state/things.ts'
import { escaped, markedHtmlOf } from './markdown.ts'

/** Returns Atom as Reddit sends it to signed-out clients: texts and authors, without scores or counts. */
export function feedAnswer(view: View, call: Call): Answer {
  const found = thingsOf(view, call)
  if ('answer' in found) return found.answer
  const { title, things } = found
  const self = `${view.origin}${call.path}.rss${call.query.size > 0 ? `?${call.query}` : ''}`
  const updated = things[0]?.at ?? view.now
  const body = `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><updated>${instant(updated)}</updated><icon>https://www.redditstatic.com/icon.png/</icon><id>${escaped(self.slice(view.origin.length))}</id><link rel="self" href="${escaped(self)}" type="application/atom+xml" /><link rel="alternate" href="${escaped(`${view.origin}${call.path}`)}" type="text/html" /><title>${escaped(title)}</title>${things.map((thing) => entry(view, thing)).join('')}</feed>`
  return { status: 200, body, headers: { 'content-type': 'application/atom+xml; charset=UTF-8' } }
}

type Found = { title: string; things: readonly Thing[] } | { answer: Answer }

function thingsOf(view: View, { path, query }: Call): Found {
  const [, names = 'all', what = ''] = /^(?:\/r\/([\w+ ]+))?(?:\/([\w/]+))?$/i.exec(path) ?? []
  const thread = /^(?:\/r\/\w+)?\/comments\/(\w+)/i.exec(path)?.[1]
  if (thread !== undefined) return threadOf(view, thread)
  const user = /^\/user\/([\w-]+)/i.exec(path)?.[1]
  if (user !== undefined) return userOf(view, user, query)
  const isSearch = what === 'search'
  const found = readableSubreddits(
    view,
    isSearch && !/^(?:1|true|on)$/i.test(query.get('restrict_sr') ?? '') ? 'all' : names,
  )
  if ('answer' in found) return found
  if (what === 'comments') return commentsOf(view, names, found.subreddits, query)
  const all = isSearch ? searched(view, found.subreddits, query) : listed(view, 't3', found.subreddits)
  const sort = isSearch ? (query.get('sort') ?? 'relevance') : what || 'hot'
  const title = isSearch ? `reddit.com: search results - ${query.get('q') ?? ''}` : `${sort} : ${names}`
  return { title, things: pageOfPosts(view, all, sort, query).shown }
}

function commentsOf(
  view: View,
  names: string,
  subreddits: readonly Subreddit[] | 'all',
  query: URLSearchParams,
): Found {
  const { shown } = pageByTime(listed(view, 't1', subreddits), pageOf(query))
  return { title: `newest comments : ${names}`, things: shown }
}

function threadOf(view: View, id: string): Found {
  const post = view.state.thing(`t3_${id.toLowerCase()}`)
  if (post?.kind !== 't3' || !view.state.isOpen(post.subreddit)) return { answer: { status: 404, body: '' } }
  return { title: `${post.title} : ${post.subreddit}`, things: [post, ...below(post)].slice(0, 100) }
}

function below(thing: Thing): Thing[] {
  return thing.replies.flatMap((reply) => [reply, ...below(reply)])
}

function userOf(view: View, name: string, query: URLSearchParams): Found {
  const account = view.state.people.get(name)
  if (account?.standing !== 'well') return { answer: { status: 404, body: '' } }
  const own = listed(view, 't3', 'all').filter(({ author }) => author === account.name && account.profile === 'shown')
  const { shown } = pageByTime<Post>(own, pageOf(query))
  return { title: `overview for ${account.name}`, things: shown }
}

function entry(view: View, thing: Thing): string {
  const post = postOf(thing)
  const author = authorOf(view, thing)?.name
  const link = escaped(`${view.origin}${permalinkOf(thing)}`)
  const by = author
    ? `<author><name>/u/${author}</name><uri>${view.origin}/user/${author}</uri></author>`
    : '<author><name>/u/[deleted]</name></author>'
  const title = thing.kind === 't3' ? post.title : `/u/${author ?? '[deleted]'} on ${post.title}`
  return `<entry>${by}<category term="${post.subreddit}" label="r/${post.subreddit}"/><content type="html">${escaped(content(view, thing))}</content><id>${thing.name}</id><link href="${link}" /><updated>${instant(thing.editedAt ?? thing.at)}</updated>${thing.kind === 't3' ? `<published>${instant(thing.at)}</published>` : ''}<title>${escaped(title)}</title></entry>`
}

/** Returns the text and, for a post, its author and link. */
function content(view: View, thing: Thing): string {
  const body = bodyOf(view, thing)
  const text = body === '' ? '' : markedHtmlOf(body)
  if (thing.kind === 't1') return text
  const author = authorOf(view, thing)?.name ?? '[deleted]'
  const link = escaped(`${view.origin}${permalinkOf(thing)}`)
  const url = escaped(thing.url ?? `${view.origin}${permalinkOf(thing)}`)
  return `${text} &#32; submitted by &#32; <a href="${view.origin}/user/${author}"> /u/${author} </a> <br/> <span><a href="${url}">[link]</a></span> &#32; <span><a href="${link}">[comments]</a></span>`
}

function instant(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, '+00:00')
}
