import type { Answer } from '../../sign-in/exchange.ts'
import { pageByTime, pageOf } from '../api/listing.ts'
import { listed } from '../api/lists.ts'
import { readableSubreddit } from '../api/subreddits.ts'
import { authorOf, bodyOf, permalinkOf, seconds, type View } from '../api/view.ts'
import { type Comment, type Post, scoreOf, type Thing } from '../state/things.ts'
import { escaped, htmlOf } from './markdown.ts'

/**
 * Returns the pages for browsers, which show the context of a lead. They are read-only; writing goes through the API.
 */
export function pageAnswer(view: View, path: string, query: URLSearchParams): Answer {
  const [, subreddit, id, focus] = /^\/r\/(\w+)(?:\/comments\/(\w+)(?:\/[^/]*(?:\/(\w+))?)?|\/\w*)?$/i.exec(path) ?? []
  const short = /^\/comments\/(\w+)/i.exec(path)?.[1]
  const user = /^\/user\/([\w-]+)/i.exec(path)?.[1]
  if (id !== undefined || short !== undefined) return threadPage(view, (id ?? short)!, focus)
  if (subreddit !== undefined && !/^(?:all|popular)$/i.test(subreddit)) return subredditPage(view, subreddit, query)
  if (user !== undefined) return userPage(view, user, query)
  if (path !== '/' && !/^\/r\/(?:all|popular)/i.test(path)) return nothing
  return postsPage(view, 'All communities', listed(view, 't3', 'all'), query, subredditsNav(view))
}

const nothing = html(404, 'Nothing here', "<p>This page doesn't exist in the sandbox.</p>")

function threadPage(view: View, id: string, focus: string | undefined): Answer {
  const post = view.state.thing(`t3_${id.toLowerCase()}`)
  if (post?.kind !== 't3') return nothing
  const found = readableSubreddit(view, post.subreddit)
  if ('answer' in found) return closedPage(post.subreddit)
  const lock = post.isLocked ? '<p class="note">This thread is locked. New comments are not possible.</p>' : ''
  const link = post.url === null || post.gone ? '' : `<p><a href="${escaped(post.url)}">${escaped(post.url)}</a></p>`
  const body = bodyOf(view, post)
  const comments = post.replies.map((comment) => commentPart(view, comment, focus)).join('')
  return html(
    200,
    post.title,
    `<article><p class="by"><a href="/r/${post.subreddit}/">r/${post.subreddit}</a> ${byline(view, post)}</p>
${lock}${link}${body === '' ? '' : htmlOf(body)}</article>
<h2>${countOf(post)}</h2>${comments === '' ? '' : `<ul>${comments}</ul>`}`,
  )
}

function commentPart(view: View, comment: Comment, focus: string | undefined): string {
  const id = comment.id.toString(36)
  const below = comment.replies.map((reply) => commentPart(view, reply, focus)).join('')
  const mark = focus?.toLowerCase() === id ? ' class="asked"' : ''
  return `<li id="${id}"><div${mark}><p class="by">${byline(view, comment)}</p>${htmlOf(bodyOf(view, comment))}</div>
${below === '' ? '' : `<ul>${below}</ul>`}</li>`
}

function byline(view: View, thing: Thing): string {
  const account = authorOf(view, thing)
  const score = scoreOf(thing, view.now)
  const who = account ? `<a href="/user/${account.name}">u/${account.name}</a>` : '[deleted]'
  const flair = thing.kind === 't3' && thing.flair ? ` · ${escaped(thing.flair)}` : ''
  return `${who} · ${instant(thing.at)} · ${score} ${score === 1 ? 'point' : 'points'}${flair}`
}

function countOf({ commentCount }: Post): string {
  return commentCount === 1 ? '1 comment' : `${commentCount} comments`
}

function instant(time: number): string {
  const text = new Date(seconds(time) * 1000).toISOString()
  return `<time datetime="${text}">${text.slice(0, 16).replace('T', ' ')}</time>`
}

function subredditPage(view: View, name: string, query: URLSearchParams): Answer {
  const found = readableSubreddit(view, name)
  if ('answer' in found) return view.state.subreddit(name) ? closedPage(name) : nothing
  const { subreddit } = found
  const rules = subreddit.rules.map(
    ({ shortName, description }) => `<li><b>${escaped(shortName)}</b> ${htmlOf(description)}</li>`,
  )
  const head = `<p>${escaped(subreddit.publicDescription)}</p>
<details><summary>Rules</summary><ol>${rules.join('')}</ol></details>`
  return postsPage(view, `r/${subreddit.name}`, listed(view, 't3', [subreddit]), query, head)
}

function userPage(view: View, name: string, query: URLSearchParams): Answer {
  const account = view.state.people.get(name)
  if (account?.standing !== 'well') return nothing
  const own = listed(view, 't3', 'all').filter(({ author }) => author === account.name)
  const about = `<p>${escaped(account.description)} ${account.linkKarma + account.commentKarma} karma</p>`
  return postsPage(view, `u/${account.name}`, own, query, about)
}

function postsPage(view: View, title: string, posts: Iterable<Post>, query: URLSearchParams, head: string): Answer {
  const { shown, hasMore } = pageByTime(posts, pageOf(query))
  const items = shown.map(
    (post) => `<li><a href="${escaped(permalinkOf(post))}">${escaped(post.title)}</a>
<p class="by"><a href="/r/${post.subreddit}/">r/${post.subreddit}</a> ${byline(view, post)} · ${countOf(post)}</p></li>`,
  )
  const last = shown.at(-1)
  const more = hasMore && last ? `<p><a href="?after=${last.name}">Older posts</a></p>` : ''
  const list = items.length === 0 ? '<p>Nothing yet.</p>' : `<ul class="posts">${items.join('')}</ul>`
  return html(200, title, `${head}${list}${more}`)
}

function subredditsNav({ state }: View): string {
  const subreddits = state.community.subreddits.filter(({ name }) => state.isOpen(name))
  const links = subreddits.map(({ name }) => `<a href="/r/${name}/">r/${name}</a>`)
  return `<nav>${links.join(' ')}</nav>`
}

function closedPage(name: string): Answer {
  return html(403, `r/${name}`, '<p>This community is private.</p>')
}

/** Returns a page of the sandbox with links to the others. */
export function html(status: number, title: string, body: string): Answer {
  const page = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; color: #111827; max-width: 46rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere }
header { display: flex; flex-wrap: wrap; gap: 0 1rem; border-bottom: 1px solid #d1d5db; padding-bottom: .5rem }
header a { white-space: nowrap }
header p { margin: 0; color: #4b5563 }
h1 { font-size: 1.5rem; line-height: 1.25 }
h2 { font-size: 1.125rem; margin-top: 2rem }
a { color: #1d4ed8 }
ul { list-style: none; padding-left: 1rem; border-left: 2px solid #e5e7eb }
main > ul { padding-left: 0; border: 0 }
.posts > li { padding: .5rem 0; border-bottom: 1px solid #e5e7eb }
.by { color: #4b5563; font-size: .875rem; margin: .25rem 0 }
.note, .asked { background: #fef3c7; padding: .25rem .75rem; border-radius: .375rem }
nav { display: flex; flex-wrap: wrap; gap: .25rem .75rem; font-size: .875rem }
.mail { white-space: pre-wrap }
details { padding: .5rem 0; border-bottom: 1px solid #e5e7eb }
pre { overflow-x: auto } table { border-collapse: collapse } td, th { padding: .125rem .5rem; border: 1px solid #d1d5db }
form { display: flex; flex-wrap: wrap; gap: .5rem; margin: .5rem 0 }
button, select, input { font: inherit; padding: .375rem .75rem; max-width: 100%; box-sizing: border-box }
</style>
<header><a href="/">Sandbox</a><a href="/control">Control</a><a href="/control/mail">Mail</a><a href="/paddle/control/">Payments</a><p>Everyone here is fictional.</p></header>
<main><h1>${escaped(title)}</h1>
${body}
</main></html>`
  return { status, body: page, headers: { 'content-type': 'text/html; charset=UTF-8' } }
}
