import { describe, expect, test } from 'vitest'
import { discordBody } from './discord.ts'
import type { ChatMessage } from './message.ts'
import { slackBody } from './slack.ts'
import { telegramBody } from './telegram.ts'

const links = [
  { label: 'Open in Earshot', url: 'https://leads.example.com/app/opportunities?lead=1&x="' },
  { label: 'Open on Reddit', url: 'https://www.reddit.com/r/Welding/comments/1abc/a_(b)|c/' },
]

/** A message in which every text of a person is the same. */
function saying(words: string, count = 1): ChatMessage {
  const entry = { title: words, quote: words, facts: `r/${words} · 81% chance`, links }
  const texts = Array.from({ length: count === 1 ? 0 : 5 }, () => words)
  return { heading: words, entries: Array.from({ length: count }, () => entry), texts, more: null, note: words }
}

interface SlackText {
  type: string
  text: string
  verbatim?: boolean
}
interface SlackBlock {
  text?: SlackText
  elements?: SlackText[]
}

function slackTexts(message: ChatMessage): SlackText[] {
  const { text, blocks } = JSON.parse(slackBody(message)) as { text: string; blocks: SlackBlock[] }
  return [
    { type: 'mrkdwn', text },
    ...blocks.flatMap((block) => [...(block.text ? [block.text] : []), ...(block.elements ?? [])]),
  ]
}

interface DiscordMessage {
  content: string
  allowed_mentions: unknown
  embeds: { title?: string; url?: string; description: string; footer?: { text: string } }[]
}

const discordMessage = (message: ChatMessage) => JSON.parse(discordBody(message)) as DiscordMessage
const telegramMessage = (message: ChatMessage) => JSON.parse(telegramBody(message, '-100')) as Record<string, string>

const hostile = [
  '@everyone look',
  '<!channel> <@U123> <https://evil.example|Log in>',
  '```rm -rf``` and `code`',
  '[Log in](https://evil.example) ![x](y)',
  '*bold* _it_ ~~gone~~ ||hidden|| > quote # head - list',
  '</b><a href="https://evil.example">Log in</a>',
  '&lt;!here&gt; &amp;',
  '\\<!here> \\*',
  '<#C1> <:smile:1> <t:1> </cmd:1> <id:home>',
]

describe.each(hostile)('the words %j', (words) => {
  test('are text in Slack', () => {
    for (const { type, text, verbatim = true } of slackTexts(saying(words))) {
      if (type === 'plain_text') continue
      expect(verbatim).toBe(true)
      const own = text.replace(
        /<https:\/\/(leads\.example\.com|www\.reddit\.com)\/[^<>|]*\|(Open in Earshot|Open on Reddit)>/g,
        '',
      )
      expect(own.replace(/^>/m, '').replace(/\n>/, '')).not.toMatch(/[<>`]|&(?!amp;|lt;|gt;)/)
    }
  })

  test('are text in Discord, and mention nobody', () => {
    const { content, allowed_mentions, embeds } = discordMessage(saying(words))
    expect(allowed_mentions).toEqual({ parse: [] })
    const [embed] = embeds
    const others = embed?.description.replace(/\[Open on Reddit\]\([^()\s]*\)$/, '') ?? ''
    const [heading = '', note = ''] = content.split('\n')
    for (const text of [heading.slice(2, -2), note, embed?.title ?? '', others]) {
      // Without what is escaped, nothing is left that Markdown reads.
      expect(text.replace(/\\[^a-z\d\s]/gi, '')).not.toMatch(/[!-/:-@[-`{-~]/)
      expect(text.replace(/\\([^a-z\d\s])/gi, '$1').trim()).toBe(words)
    }
  })

  test('are text in Telegram, and mention nobody', () => {
    const { text = '', parse_mode } = telegramMessage(saying(words))
    expect(parse_mode).toBe('HTML')
    const markup = text.match(/<[^>]*>/g) ?? []
    const expected = /^<\/?(b|i|blockquote|a)>$|^<a href="https:\/\/(leads\.example\.com|www\.reddit\.com)\/[^"<>]*">$/
    for (const tag of markup) expect(tag).toMatch(expected)
    expect(markup.filter((tag) => tag.startsWith('<a '))).toHaveLength(2)
    expect(text.replace(/<[^>]*>/g, '')).not.toMatch(/[<>"]|&(?!amp;|lt;|gt;|quot;)|@(?!\u2060)/)
  })
})

test.each(['x'.repeat(5_000), '😀'.repeat(3_000), '<'.repeat(5_000), '&'.repeat(5_000)])(
  'long texts fit: %#',
  (words) => {
    const message = saying(words, 5)
    for (const { text } of slackTexts(message)) expect(text.length).toBeLessThanOrEqual(3_000)
    const [fallback, header] = slackTexts(message)
    expect([fallback?.text.length, header?.text.length].every((length) => (length ?? 0) <= 150)).toBe(true)
    const { content, embeds } = discordMessage({ ...message, texts: [] })
    expect(content.length).toBeLessThanOrEqual(2_000)
    for (const { title = '', footer } of embeds) {
      expect(title.length).toBeLessThanOrEqual(256)
      expect(footer?.text.length).toBeLessThanOrEqual(2_048)
    }
    const shown = embeds.map(({ title, description, footer }) => `${title}${description}${footer?.text}`).join('')
    expect(shown.length).toBeLessThanOrEqual(6_000)
    const { text = '' } = telegramMessage({ ...message, texts: [] })
    expect(text.replace(/<[^>]*>/g, '').length).toBeLessThanOrEqual(4_096)
    for (const body of [slackBody(message), discordBody(message), telegramBody(message, '1')]) {
      expect(JSON.parse(body)).toBeTruthy()
      expect(body).toContain('…')
      expect(body).not.toMatch(/\\ud83d(?!\\ude00)|&l…|&am?…/)
    }
  },
)

test('a message says what was found, where to read it, and by which rule', () => {
  const entry = { title: 'Needs a welder', quote: 'Who can weld?', facts: 'r/Welding · 81% chance', links }
  const message: ChatMessage = {
    ...{ heading: 'Pipewell: 8 new leads', entries: [entry], texts: [] },
    ...{ more: { label: 'See 3 more', url: 'https://leads.example.com/app/opportunities' }, note: 'Alert rule “Hot”' },
  }
  expect(JSON.parse(slackBody(message)).blocks).toEqual([
    { type: 'header', text: { type: 'plain_text', text: 'Pipewell: 8 new leads', emoji: false } },
    { type: 'section', text: { type: 'mrkdwn', text: 'Needs a welder\n>Who can weld?', verbatim: true } },
    {
      type: 'context',
      elements: [
        {
          type: 'mrkdwn',
          text: 'r/Welding · 81% chance · <https://leads.example.com/app/opportunities?lead=1&amp;x="|Open in Earshot> · <https://www.reddit.com/r/Welding/comments/1abc/a_(b)%7Cc/|Open on Reddit>',
          verbatim: true,
        },
      ],
    },
    {
      type: 'context',
      elements: [
        {
          type: 'mrkdwn',
          text: '<https://leads.example.com/app/opportunities|See 3 more> · Alert rule “Hot”',
          verbatim: true,
        },
      ],
    },
  ])
  expect(discordMessage(message)).toEqual({
    content: '**Pipewell\\: 8 new leads**\nAlert rule “Hot”',
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: 'Needs a welder',
        url: links[0]?.url,
        description: 'Who can weld\\?\n\n[Open on Reddit](https://www.reddit.com/r/Welding/comments/1abc/a_%28b%29|c/)',
        footer: { text: 'r/Welding · 81% chance' },
      },
      { description: '[See 3 more](https://leads.example.com/app/opportunities)' },
    ],
  })
  expect(telegramMessage(message).text).toBe(
    [
      '<b>Pipewell: 8 new leads</b>\n',
      '<b>Needs a welder</b>',
      '<blockquote>Who can weld?</blockquote>',
      'r/Welding · 81% chance',
      '<a href="https://leads.example.com/app/opportunities?lead=1&amp;x=%22">Open in Earshot</a> · <a href="https://www.reddit.com/r/Welding/comments/1abc/a_(b)|c/">Open on Reddit</a>\n',
      '<a href="https://leads.example.com/app/opportunities">See 3 more</a>',
      '<i>Alert rule “Hot”</i>',
    ].join('\n'),
  )
})
