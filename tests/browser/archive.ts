import { createHash, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

type Text = [subreddit: string, title: string, body: string]

/** Posts in a few communities: leads for a CRM among other posts. */
const posts: Text[] = [
  [
    'smallbusiness',
    'Can anyone recommend a simple CRM for a two person studio?',
    'We run on a **shared spreadsheet** and I keep forgetting to follow up with leads. HubSpot looks far too big for us.\n\nBudget is about $40 a month. What do you use?',
  ],
  [
    'sales',
    'Looking for an alternative to Pipedrive',
    'The price went up again and we only need contacts, a sales pipeline and reminders. Which simple CRM would you move to?',
  ],
  [
    'freelance',
    'How do you keep track of clients?',
    'I lose track of who I promised a quote. My spreadsheet to manage clients is a mess. Is there a CRM that is not made for a sales team of fifty?',
  ],
  [
    'startups',
    'I built a CRM for founders, check it out',
    'After two years we finally launched! Use the code LAUNCH for 50% off, link in my profile. Would love your feedback on the landing page.',
  ],
  [
    'smallbusiness',
    'Rant: Salesforce renewal',
    'They want three times the price. We are leaving Salesforce this month, any CRM suggestions for a shop of ten?',
  ],
  [
    'webdev',
    'Which CRM do you use? (with hostile markup)',
    'We need a simple CRM and have <img src=x onerror="document.title=1"> and ![tracker](https://tracker.example/p.png) and [click me](javascript:alert(1)). What do you use to follow up with leads?',
  ],
]

const chatter = [
  'The bakery on the corner changed its flour',
  'My cat learned to open the fridge',
  'Photo of the river this morning',
  'What a match yesterday evening',
  'Trail report: the bridge is open again',
]

/** Writes a gzipped archive in Earshot's NDJSON with two broken lines. Returns the number of valid items. */
export function writeArchive(path: string, now: Date): number {
  const talk = Array.from(
    { length: 60 },
    (_, i): Text => ['town', `${chatter[i % chatter.length]}, part ${i}`, 'Nothing to sell, nothing to buy.'],
  )
  const lines = linesOf([...posts, ...talk], now)
  lines.splice(3, 0, '{"id": "broken", "kind": ')
  lines.push('not json at all')
  writeFileSync(path, gzipSync(lines.join('\n')))
  return posts.length + talk.length
}

/** Writes an archive of this many leads, which differ only by a number. They are too short to count as duplicates. */
export function writeLeads(path: string, now: Date, count: number): void {
  const [subreddit, title] = posts[0]!
  const leads = Array.from(
    { length: count },
    (_, i): Text => [subreddit, `${title} We are number ${i}`, 'What do you use?'],
  )
  writeFileSync(path, linesOf(leads, now).join('\n'))
}

/** Returns posts with IDs unique to this archive, since servers keep the first version of a known post. */
function linesOf(texts: readonly Text[], now: Date): string[] {
  const archive = randomUUID()
  return texts.map(([subreddit, title, body], i) =>
    JSON.stringify({
      id: createHash('sha256').update(`${archive} ${title}`).digest('hex').replace(/\D/g, '').slice(0, 10),
      kind: 'post',
      subreddit,
      author: `author_${i}`,
      title,
      body,
      url: null,
      permalink: `/r/${subreddit}/comments/${i}/x/`,
      createdAt: new Date(now.getTime() - i * 3_600_000).toISOString(),
      score: i,
      numComments: i % 3 === 0 ? null : i,
      source: 'test',
    }),
  )
}
