import { authorName, placeName } from '#engine/places/places.ts'
import { html } from '#platform/server/http/pages/html.ts'
import { type FeedItem, itemHtml } from './items.ts'

/** What both formats say about a feed. */
export interface Feed {
  title: string
  description: string
  /** The page of its list in Earshot. */
  homeUrl: string
  changedAt: Date
  /** Newest first. */
  items: readonly FeedItem[]
}

export const feedTypes = {
  rss: 'application/rss+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
} as const
export type FeedFormat = keyof typeof feedTypes

/** Returns a feed in a format. `address` is the one that it was read at. */
export function formatFeed(feed: Feed, format: FeedFormat, address: string): string {
  return format === 'rss' ? rssOf(feed, address) : jsonFeedOf(feed, address)
}

/** Writes RSS 2.0. */
function rssOf({ title, description, homeUrl, changedAt, items }: Feed, address: string): string {
  const entries = items.map(
    (item) => html`
    <item>
      <title>${item.title}</title>
      <link>${item.earshotUrl}</link>
      <guid isPermaLink="false">${item.id}</guid>
      <pubDate>${new Date(item.publishedAt).toUTCString()}</pubDate>
      ${item.author === null ? null : html`<dc:creator>${authorName(item.author)}</dc:creator>`}
      <category>${placeName(item.community)}</category>
      <description>${itemHtml(item).text}</description>
    </item>`,
  )
  return withoutControls(
    html`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <channel>
    <title>${title}</title>
    <link>${homeUrl}</link>
    <description>${description}</description>
    <language>en</language>
    <lastBuildDate>${changedAt.toUTCString()}</lastBuildDate>
    <ttl>15</ttl>
    <atom:link href="${address}" rel="self" type="application/rss+xml"/>${entries}
  </channel>
</rss>
`.text,
  )
}

/** Adds the declaration, and replaces the characters that XML 1.0 can't contain, not even escaped. */
function withoutControls(xml: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\u{fffd}')}`
}

/** Writes JSON Feed 1.1. */
function jsonFeedOf({ title, description, homeUrl, items }: Feed, address: string): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: homeUrl,
    feed_url: address,
    language: 'en',
    items: items.map((item) => ({
      id: item.id,
      url: item.earshotUrl,
      external_url: item.redditUrl,
      title: item.title,
      content_html: itemHtml(item).text,
      ...(item.sentence !== null && { summary: item.sentence }),
      date_published: item.publishedAt,
      ...(item.author !== null && { authors: [{ name: authorName(item.author) }] }),
      tags: [placeName(item.community)],
      _earshot: { quote: item.quote, chance: item.chance },
    })),
  })
}
