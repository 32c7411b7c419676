import type { Entry } from '#platform/server/mail/letter.ts'
import type { ChatMessage } from './message.ts'
import { shorten } from './shorten.ts'

/** Slack's own limits are 150 for a header and 3,000 for a text. */
const limits = { heading: 150, title: 200, quote: 400, text: 600, facts: 150 } as const

/** Slack's mrkdwn marks links and mentions with these. It has no escape for backticks, which would swallow the rest. */
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '`': "'" }

function escaped(character: string): string {
  return escapes[character] ?? character
}

/** Returns the body of a request to an incoming webhook of Slack. */
export function slackBody({ heading, entries, texts, more, note }: ChatMessage): string {
  return JSON.stringify({
    // What notifications show.
    text: shorten(heading, limits.heading, escaped),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      {
        type: 'header',
        text: { type: 'plain_text', text: shorten(heading, limits.heading, (each) => each), emoji: false },
      },
      ...entries.flatMap(entryBlocks),
      ...texts.map((text) => ({ type: 'section', text: mrkdwn(shorten(text, limits.text, escaped)) })),
      {
        type: 'context',
        elements: [mrkdwn([...(more ? [link(more)] : []), shorten(note, limits.facts, escaped)].join(' · '))],
      },
    ],
  })
}

function entryBlocks({ title, quote, facts, links }: Entry) {
  const lines = [shorten(title, limits.title, escaped), ...(quote ? [`>${shorten(quote, limits.quote, escaped)}`] : [])]
  const details = [shorten(facts, limits.facts, escaped), ...links.map(link)]
  return [
    { type: 'section', text: mrkdwn(lines.join('\n')) },
    { type: 'context', elements: [mrkdwn(details.join(' · '))] },
  ]
}

/** Verbatim: addresses and names in it don't become links or mentions. */
function mrkdwn(text: string) {
  return { type: 'mrkdwn', text, verbatim: true }
}

function link({ label, url }: { label: string; url: string }): string {
  return `<${[...url.replaceAll('|', '%7C')].map(escaped).join('')}|${label}>`
}
