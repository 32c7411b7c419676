import { lexicons, lexiconsFor, subredditRows, type Talk } from './language.ts'
import { randomFor } from './random.ts'
import { rulesOf } from './rules.ts'
import type { Subreddit } from './types.ts'

/** A subreddit and the character of its members. */
export interface CommunityProfile extends Subreddit {
  talk: Talk
  theme: string
  tone: string
  /** The kinds of products that people discuss here. */
  kinds: string[]
  /** The offset from UTC of most members, in hours. */
  ahead: number
}

const aheadOf: Record<string, number> = { us: -6, uk: 0, eu: 1, de: 1, es: 1, fr: 1 }

export const homes: readonly CommunityProfile[] = subredditRows().map(readHome)

function readHome(cells: string[]): CommunityProfile {
  const [name, title, about, subscribers, founded, home, kinds, perDay, tone, promotion, zone] = cells as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    Subreddit['promotion'],
    string,
  ]
  const [talk, theme] = home.includes('/') ? (home.split('/') as [Talk, string]) : ['en' as const, home]
  const rules = rulesOf(name, talk, promotion)
  return {
    name,
    title,
    publicDescription: about,
    description: [about, '', ...rules.map((rule, at) => `${at + 1}. **${rule.shortName}** ${rule.description}`)].join(
      '\n',
    ),
    subscribers: Number(subscribers),
    createdAt: Date.UTC(Number(founded), randomFor(name).below(12), 1 + randomFor(name).below(28), 9, 30),
    over18: false,
    type: name === 'OwnersLounge' ? 'private' : name === 'CouponDumps' ? 'banned' : 'public',
    rules,
    flairs: flairsOf(talk, theme, tone),
    promotion,
    perDay: Number(perDay),
    talk,
    theme,
    tone,
    kinds: kinds === '-' ? [] : kinds.split(' '),
    ahead: aheadOf[zone]!,
  }
}

function flairsOf(talk: Talk, theme: string, tone: string): string[] {
  const section = lexiconsFor(talk, theme, tone, undefined)[0]!.get('flair') ?? []
  return section.map((pattern) => pattern.join(''))
}

/** Returns the themes and kinds without a subreddit, which would never be used. */
export function unusedLexicons(): string[] {
  const used = new Set(homes.flatMap(({ theme, kinds }) => [theme, ...kinds]))
  return [...lexicons.keys()].filter((name) => !name.startsWith('talk/') && !used.has(name.replace(/^\w+\//, '')))
}
