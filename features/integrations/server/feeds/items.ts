import { authorName, placeName, siteName } from '#engine/places/places.ts'
import { postUrl } from '#engine/places/post-url.ts'
import type { Opportunity } from '#features/leads/contract.ts'
import type { MentionWithPost } from '#features/mentions/server/index.ts'
import { type Html, html } from '#platform/server/http/pages/html.ts'

/** An item of a feed, in either format. */
export interface FeedItem {
  id: string
  title: string
  /** Where it is in Earshot, and on Reddit. */
  earshotUrl: string
  redditUrl: string
  publishedAt: string
  author: string | null
  community: string
  /** Why it is a lead, in one sentence; null if unknown, and for mentions. */
  sentence: string | null
  quote: string
  /** The chance that it is a lead, in percent; null for mentions. */
  chance: number | null
}

/** Returns a lead's item; null if its post is gone from Reddit. */
export function leadItem(lead: Opportunity, publicUrl: string): FeedItem | null {
  const { post, snippet } = lead
  if (!post || !['there', 'reduced'].includes(post.standing)) return null
  return {
    id: lead.id,
    title: titleOf(post.title, post.kind === 'comment' ? 'Comment' : 'Post', post.subreddit),
    earshotUrl: `${publicUrl}/app/opportunities?lead=${lead.id}`,
    redditUrl: postUrl(post.permalink),
    publishedAt: lead.releasedAt,
    author: post.author,
    community: post.subreddit,
    sentence: lead.sentence?.text ?? null,
    quote: snippet.text,
    chance: Math.round(lead.score),
  }
}

/** Returns a mention's item; null if its text is gone from Reddit. */
export function mentionItem(mention: MentionWithPost, publicUrl: string): FeedItem | null {
  const { post, subreddit, sentence } = mention
  if (!post || sentence === '') return null
  return {
    id: mention.id,
    title: `${mention.phrase}: ${titleOf(post.title, 'mentioned', subreddit)}`,
    earshotUrl: `${publicUrl}/app/mentions?mention=${mention.id}`,
    redditUrl: postUrl(post.permalink),
    publishedAt: mention.createdAt,
    author: mention.author,
    community: subreddit,
    sentence: null,
    quote: sentence,
    chance: null,
  }
}

function titleOf(title: string, noun: string, subreddit: string): string {
  return title.trim() === '' ? `${noun} in ${placeName(subreddit)}` : title
}

/** Returns an item as HTML. Its texts are from strangers, so all of them are escaped. */
export function itemHtml(item: FeedItem): Html {
  const facts = [
    item.chance === null ? null : `${item.chance} % chance`,
    placeName(item.community),
    item.author === null ? null : authorName(item.author),
  ].filter((fact) => fact !== null)
  const sentence = item.sentence === null ? null : html`<p>${item.sentence}</p>`
  // A post may consist of its title.
  const quote = item.quote === '' ? null : html`<blockquote>${item.quote}</blockquote>`
  return html`${sentence}${quote}
<p>${facts.join(' · ')}</p>
<p><a href="${item.redditUrl}">Open on ${siteName(item.community)}</a> · <a href="${item.earshotUrl}">Open in Earshot</a></p>`
}
