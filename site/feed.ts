import { originMark } from '#platform/contract/site.ts'
import type { Post } from './content.ts'

/** Returns the posts as an Atom feed, newest first, without their texts. */
export function feedOf(posts: readonly Post[]): string {
  const moment = (day: string) => `${day}T00:00:00Z`
  const newest = posts
    .map(({ published, updated }) => updated ?? published)
    .sort()
    .at(-1)
  const entries = posts.map(({ path, title, description, published, updated }) =>
    [
      '<entry>',
      `<id>${originMark}${path}</id>`,
      `<link href="${originMark}${path}"/>`,
      `<title>${escapeXml(title)}</title>`,
      `<summary>${escapeXml(description)}</summary>`,
      `<published>${moment(published)}</published>`,
      `<updated>${moment(updated ?? published)}</updated>`,
      '</entry>',
    ].join(''),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${originMark}/blog</id>`,
    '<title>Earshot blog</title>',
    `<link href="${originMark}/blog"/>`,
    `<link rel="self" href="${originMark}/blog/feed.xml"/>`,
    '<author><name>Earshot</name></author>',
    `<updated>${moment(newest ?? '2026-01-01')}</updated>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character)
}
