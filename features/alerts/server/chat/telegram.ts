import type { Entry } from '#platform/server/mail/letter.ts'
import type { ChatMessage } from './message.ts'
import { shorten } from './shorten.ts'

/** Telegram's own limit is 4,096 for what a message shows. */
const limits = { heading: 200, title: 200, quote: 300, text: 600, facts: 150 } as const

/** A word joiner after an at sign keeps Telegram from mentioning people. */
const escapes: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' },
  '@': '@\u2060',
}

function escaped(character: string): string {
  return escapes[character] ?? character
}

/** Returns the body of a request to Telegram's sendMessage. */
export function telegramBody({ heading, entries, texts, more, note }: ChatMessage, chatId: string): string {
  const parts = [
    `<b>${shorten(heading, limits.heading, escaped)}</b>`,
    ...entries.map(entryText),
    ...texts.map((text) => shorten(text, limits.text, escaped)),
    [...(more ? [link(more)] : []), `<i>${shorten(note, limits.facts, escaped)}</i>`].join('\n'),
  ]
  return JSON.stringify({
    chat_id: chatId,
    text: parts.join('\n\n'),
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
  })
}

function entryText({ title, quote, facts, links }: Entry): string {
  return [
    `<b>${shorten(title, limits.title, escaped)}</b>`,
    ...(quote ? [`<blockquote>${shorten(quote, limits.quote, escaped)}</blockquote>`] : []),
    shorten(facts, limits.facts, escaped),
    links.map(link).join(' · '),
  ].join('\n')
}

function link({ label, url }: { label: string; url: string }): string {
  return `<a href="${url.replaceAll('&', '&amp;').replaceAll('"', '%22')}">${label}</a>`
}
