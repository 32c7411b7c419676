import type { Entry } from '#platform/server/mail/letter.ts'
import type { ChatMessage } from './message.ts'
import { shorten } from './shorten.ts'

/** Discord's own limits are 2,000 for the content, 256 for a title, and 6,000 for all embeds together. */
const limits = { heading: 500, title: 250, quote: 500, text: 900, facts: 150 } as const

/** A backslash before punctuation makes Discord's Markdown show it as it is. Addresses then don't become links. */
function escaped(character: string): string {
  return /[!-/:-@[-`{-~]/.test(character) ? `\\${character}` : character
}

/** Returns the body of a request to a webhook of Discord. It mentions nobody. */
export function discordBody({ heading, entries, texts, more, note }: ChatMessage): string {
  const lines = [`**${shorten(heading, limits.heading, escaped)}**`, shorten(note, limits.facts, escaped)]
  return JSON.stringify({
    content: lines.join('\n'),
    allowed_mentions: { parse: [] },
    embeds: [
      ...entries.map(embedOf),
      ...texts.map((text) => ({ description: shorten(text, limits.text, escaped) })),
      ...(more ? [{ description: link(more) }] : []),
    ],
  })
}

function embedOf({ title, quote, facts, links: [own, ...others] }: Entry) {
  const lines = [...(quote ? [shorten(quote, limits.quote, escaped)] : []), others.map(link).join(' · ')]
  return {
    title: shorten(title, limits.title, escaped),
    ...(own && { url: own.url }),
    description: lines.join('\n\n'),
    // Discord shows a footer without Markdown.
    footer: { text: shorten(facts, limits.facts, (each) => each) },
  }
}

function link({ label, url }: { label: string; url: string }): string {
  return `[${label}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`
}
