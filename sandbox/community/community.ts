import { type Scope, sayOne, startOfText } from './grammar.ts'
import { lexiconsFor } from './language.ts'
import { inManner, titleInManner } from './manner.ts'
import { type Person, peopleBy } from './people.ts'
import { type Random, randomFor } from './random.ts'
import { reactionsTo } from './reactions.ts'
import { type CommunityProfile, homes } from './subreddits.ts'
import { dayLength, type Remark, type Thread, threadsOf } from './threads.ts'
import type { ClientText, Community, CommunityEvent, Persona, ReplyReaction, Subreddit } from './types.ts'
import { runsOf, SaidRuns } from './word-runs.ts'

/** No two of this many consecutive items share a run of twelve words. */
const window = 2000
/** The number of days that threads continue after their first. */
const threadDays = 3
const remembered = 12
const tries = 24

type Said = Extract<CommunityEvent, { type: 'post' | 'comment' }>

/**
 * Returns a simulated community that doesn't know the product. It is deterministic, day by day.
 * Threads are planned first (who, when, about what) and worded later. A day needs the plans of three earlier days, but
 * not their words. Words are redrawn until no run of twelve repeats: even days on their own, odd days against the two
 * even days around them.
 */
export function community(seed: string): Community {
  const people = peopleBy(seed)
  const threads = cached((day: number) => threadsOf(seed, people, day))
  const worded = cached((day: number): Said[] => {
    const remarks = remarksOn(day)
    const runs = new SaidRuns()
    if (day % 2 !== 0) {
      for (const item of worded(day - 1).slice(-window)) runs.remember(runsOf(textOf(item)))
      for (const item of worded(day + 1).slice(0, window)) runs.remember(runsOf(textOf(item)))
    }
    const lines = new Set<string>()
    return remarks.map((remark) => inWords(seed, remark, runs, lines))
  })

  function remarksOn(day: number): Remark[] {
    const remarks = lasting(day).flatMap((thread) => thread.remarks)
    return remarks.filter(({ at }) => isOn(day, at)).sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1))
  }

  function lasting(day: number): Thread[] {
    return Array.from({ length: threadDays + 1 }, (_, back) => threads(day - threadDays + back)).flat()
  }

  function happenings(day: number): CommunityEvent[] {
    const items = worded(day)
    const fates = lasting(day).flatMap((thread) => thread.fates)
    const left = people.all.filter(({ leavesAt }) => isOn(day, leavesAt))
    return [
      ...items,
      ...items.flatMap((item) => editOf(seed, day, item)),
      ...fates.filter(({ at }) => isOn(day, at)),
      ...left.map(
        ({ name, leavesAt }): CommunityEvent => ({
          type: 'leave',
          key: `v${name}`,
          at: Math.floor(leavesAt),
          person: name,
        }),
      ),
    ].sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1))
  }

  /** Returns the thread of a post's key. */
  function threadOf(key: string | null): Thread | undefined {
    const day = Number(/^p(\d+)-/.exec(key ?? '')?.[1] ?? Number.NaN)
    return Number.isNaN(day) ? undefined : threads(day).find(({ remarks: [post] }) => post?.key === key)
  }

  function homeOf({ subreddit, to }: Pick<ClientText, 'subreddit' | 'to'>): CommunityProfile | null {
    const recipient = to?.startsWith('#') ? to.slice(1) : people.byName.get(to?.toLowerCase() ?? '')?.subreddits[0]
    const name = subreddit ?? recipient
    return homes.find((home) => home.name === name) ?? null
  }

  return {
    subreddits: homes.map(asSubreddit),
    people: people.all.map(asPersona),
    happenings,
    reactionsTo: (clientText) =>
      reactionsTo(clientText, {
        seed,
        people,
        home: homeOf(clientText),
        hasProduct: threadOf(clientText.thread)?.kind !== undefined,
      }),
    wordsOf: (reaction, before) => {
      const days = [-1, 0, 1].flatMap((step) => worded(Math.floor(reaction.at / dayLength) + step))
      const next = days.findIndex(({ at }) => at > reaction.at)
      const around = days.slice(Math.max(0, next - window), next + window)
      const speaker = people.byName.get(reaction.author.toLowerCase())!
      const home = homeOf({ subreddit: reaction.subreddit, to: reaction.author })
      return reactionInWords(seed, reaction, { speaker, home, thread: threadOf(reaction.thread) }, [
        ...around.map(textOf),
        ...before,
      ])
    },
  }
}

interface Setting {
  speaker: Person
  home: CommunityProfile | null
  thread: Thread | undefined
}

function reactionInWords(
  seed: string,
  { key, intent, facts }: ReplyReaction,
  { speaker, home, thread }: Setting,
  around: readonly string[],
): string {
  const runs = new SaidRuns()
  for (const text of around) runs.remember(runsOf(text))
  const { talk, theme, tone } = home ?? { talk: 'en' as const, theme: 'solo', tone: 'plain' }
  const lexicons = lexiconsFor(talk, theme, tone, thread?.kind)
  const scope = { facts: { ...thread?.remarks[0]?.facts, ...facts }, lexicons }
  for (let attempt = 0; ; attempt++) {
    const random = randomFor(`${seed}/${key}/${attempt}`)
    const text = inManner(sayOne(intent, scope, random), speaker.manner, talk === 'en', random)
    const words = attempt < tries ? text : few(text)
    if (runs.add(runsOf(words))) return words
  }
}

function inWords(seed: string, remark: Remark, runs: SaidRuns, lines: Set<string>): Said {
  for (let attempt = 0; ; attempt++) {
    const random = randomFor(`${seed}/${remark.key}/${attempt}`)
    const item = attempt < tries ? worded(remark, random) : short(worded(remark, random))
    const line = `${remark.thread.home.name} ${textOf(item).slice(0, 200)}`
    if (attempt < tries && lines.has(line)) continue
    if (!runs.add(runsOf(textOf(item)))) continue
    lines.add(line)
    return item
  }
}

/** Falls back to the first words, which are too few to form a run. */
function short(item: Said): Said {
  return item.type === 'post' ? { ...item, title: few(item.title), body: '' } : { ...item, body: few(item.body) }
}

function few(text: string): string {
  return text.split(/\s+/).slice(0, 5).join(' ')
}

function worded(remark: Remark, random: Random): Said {
  const { key, at, author, intent, votes, truth, thread, parent } = remark
  const { talk, theme, tone } = thread.home
  const english = talk === 'en'
  const scope: Scope = {
    facts: remark.facts,
    lexicons: [...thread.own, ...lexiconsFor(talk, theme, tone, thread.kind)],
  }
  const usedLines = startOfText()
  const say = (section: string) => sayOne(section, scope, random, usedLines)
  const write = (text: string) => inManner(text, author.manner, english, random)
  const item = { key, at, author: author.name, votes, truth }
  if (parent) {
    const more = english && !curt.test(intent) && random.chance(author.manner.talkative * 0.6)
    const answer = say(intent)
    const further = more ? say(thread.kind === undefined ? 'more' : 'more-product') : ''
    const body = further === '' ? answer : `${ending(answer)}${random.chance(0.35) ? '\n\n' : ' '}${further}`
    return { type: 'comment', ...item, parent: parent.key, body: write(body) }
  }
  const title = titleInManner(say(`${intent}-title`), author.manner, english, random)
  const flair = thread.home.flairs.length > 0 && random.chance(0.5) ? { flair: random.pick(thread.home.flairs) } : {}
  const post = { type: 'post', ...item, subreddit: thread.home.name, title, ...flair } as const
  if (intent === 'link') return { ...post, body: '', url: `https://${random.pick(papers)}.example/${slugOf(title)}` }
  if (intent === 'joke') return { ...post, body: '' }
  const silent = intent === 'show' ? 0.4 : intent === 'question' || intent === 'rant' ? 0.12 : 0.02
  return { ...post, body: random.chance(silent) ? '' : write(say(`${intent}-body`)) }
}

/** Intents with a one-line text. */
const curt = /^(?:joke|spam|advert|research|mod-note|bot|thanks|op-reply|shill|same)/

/** Returns the text with an end, so that another can follow. */
function ending(text: string): string {
  return /[\p{L}\p{N})"*]$/u.test(text) ? `${text}.` : text
}

const papers = [
  'thevalleypost',
  'fieldnotesdaily',
  'northshoreherald',
  'smallhours',
  'longreadsweekly',
  'plainfacts',
  'quarterly.review',
]

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-|-$/g, '')
}

/** Some authors extend their text on the same day. */
function editOf(seed: string, day: number, item: Said): CommunityEvent[] {
  const random = randomFor(`${seed}/edit ${item.key}`)
  const at = item.at + 90_000 + Math.floor(random.wait(40) * 60_000)
  if (item.body === '' || !isOn(day, at) || !random.chance(item.type === 'post' ? 0.05 : 0.012)) return []
  const home = item.type === 'post' ? homes.find(({ name }) => name === item.subreddit) : undefined
  const english = home === undefined || home.talk === 'en'
  const scope = { facts: {}, lexicons: lexiconsFor('en', home && english ? home.theme : 'solo', 'plain', undefined) }
  const words = home && english ? sayOne('edit', scope, random) : 'Edit: typo.'
  return [{ type: 'edit', key: `e${item.key}`, at, target: item.key, body: `${item.body}\n\n${words}` }]
}

function textOf(item: Said): string {
  return item.type === 'post' ? `${item.title}\n${item.body}` : item.body
}

function isOn(day: number, at: number): boolean {
  return Math.floor(at / dayLength) === day
}

/** Caches the latest results of a function of the day. */
function cached<T>(make: (day: number) => T): (day: number) => T {
  const cache = new Map<number, T>()
  return (day) => {
    const found = cache.get(day)
    if (found !== undefined) return found
    const value = make(day)
    if (cache.size >= remembered) cache.delete(cache.keys().next().value!)
    cache.set(day, value)
    return value
  }
}

function asSubreddit({
  talk: _,
  theme: __,
  tone: ___,
  kinds: ____,
  ahead: _____,
  ...subreddit
}: (typeof homes)[number]): Subreddit {
  return subreddit
}

function asPersona({
  manner: _,
  talks: __,
  leavesAt: ___,
  ...persona
}: ReturnType<typeof peopleBy>['all'][number]): Persona {
  return persona
}
