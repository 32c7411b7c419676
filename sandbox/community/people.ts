import { type Manner, mannerBy } from './manner.ts'
import { type Random, randomFor } from './random.ts'
import { type CommunityProfile, homes } from './subreddits.ts'
import type { Persona } from './types.ts'

/** A member of the community with traits that others only notice over time. */
export interface Person extends Persona {
  manner: Manner
  /** How much they write, relative to others. */
  talks: number
  /** When they delete their account; most never do. */
  leavesAt: number
}

const regulars = 1500
const passersBy = 420
const day = 86_400_000
/** The period in which new accounts appear and others leave. */
const future = { from: Date.UTC(2026, 5, 1), to: Date.UTC(2029, 0, 1) }

export const plainManner: Manner = {
  capitals: true,
  spelling: 'american',
  typos: 0,
  slang: false,
  apostrophes: true,
  ending: '.',
  emoji: '',
  talkative: 0,
}

const circles = [
  'solo firm books office search charity letting restaurant dental',
  'code ops rack printing search',
  'running cycling trail travel',
  'garden plants house wood fibre parents',
  'dogs cats plants',
  'audio photo fibre tabletop coffee',
  'study code tabletop running coffee',
].map((themes) => themes.split(' '))

/** All authors, including bots and moderators. */
export interface People {
  all: Person[]
  /** By name in lower case. */
  byName: ReadonlyMap<string, Person>
  /** The members of each subreddit, by its name. */
  membersOf: ReadonlyMap<string, Members>
  /** Accounts that appear in order to advertise, by creation time. */
  passing: Person[]
  moderatorsOf: ReadonlyMap<string, readonly Person[]>
  bot: Person
}

/** The members of a subreddit, for a random choice weighted by `talks`. */
export interface Members {
  people: Person[]
  /** The cumulative sums of `talks`. */
  sums: number[]
}

export function peopleBy(seed: string): People {
  const usedNames = new Set<string>()
  const subreddits = homes.filter(({ perDay }) => perDay > 0)
  const settled = Array.from({ length: regulars }, (_, at) =>
    settler(randomFor(`${seed}/person ${at}`), subreddits, at, usedNames),
  )
  const passing = Array.from({ length: passersBy }, (_, at) => passer(randomFor(`${seed}/passer ${at}`), at, usedNames))
  const moderators = new Map(
    homes.map((home) => [
      home.name,
      [0, 1].map((at) => moderator(randomFor(`${seed}/${home.name} ${at}`), home, usedNames)),
    ]),
  )
  const bot: Person = {
    ...defaultPerson('AutoModerator', Date.UTC(2012, 0, 5), []),
    linkKarma: 1000,
    commentKarma: 1000,
    manner: plainManner,
  }
  const membersOf = new Map(
    subreddits.map(({ name }) => {
      const people = settled.filter((person) => person.subreddits.includes(name))
      let sum = 0
      return [name, { people, sums: people.map(({ talks }) => (sum += talks)) }]
    }),
  )
  const all = [...settled, ...passing, ...[...moderators.values()].flat(), bot]
  return {
    all,
    byName: new Map(all.map((person) => [person.name.toLowerCase(), person])),
    membersOf,
    passing,
    moderatorsOf: moderators,
    bot,
  }
}

/** Returns a random member who has an account at that time. */
export function somebody({ people, sums }: Members, at: number, random: Random): Person {
  let chosen = people[0]!
  for (let tries = 0; tries < 20; tries++) {
    const mark = random.next() * sums.at(-1)!
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! <= mark) low = middle + 1
      else high = middle
    }
    chosen = people[low]!
    if (chosen.createdAt < at && chosen.leavesAt > at) return chosen
  }
  return chosen
}

/** Returns one of the newest accounts at that time. */
export function newcomer({ passing }: People, at: number, random: Random): Person {
  const first = passing.findIndex(({ createdAt }) => createdAt >= at)
  const newest = first === -1 ? passing.length : Math.max(first, 8)
  return passing[Math.max(0, newest - 1 - random.below(8))]!
}

function settler(random: Random, subreddits: readonly CommunityProfile[], at: number, usedNames: Set<string>): Person {
  const first = weighted(subreddits, random)
  const near = circles.filter((each) => each.includes(first.theme)).flat()
  const neighbours = subreddits.filter(({ talk, theme }) => talk === 'en' && near.includes(theme))
  const further =
    first.talk !== 'en'
      ? []
      : Array.from({ length: random.below(4) }, () =>
          weighted(random.chance(0.75) ? neighbours : subreddits.filter(({ talk }) => talk === 'en'), random),
        )
  // Since 2012, with more recent accounts than old ones.
  const createdAt = Date.UTC(2026, 7, 1) - Math.floor(random.next() ** 1.6 * 5200 * day)
  const leaves = random.chance(0.4)
  return {
    ...defaultPerson(nameBy(random, usedNames), createdAt, [...new Set([first, ...further].map(({ name }) => name))]),
    linkKarma: Math.floor(random.wait(900)),
    commentKarma: Math.floor(random.wait(4200)),
    description: random.chance(0.35) ? random.pick(descriptions).replace('<theme>', first.title.toLowerCase()) : '',
    manner: {
      ...mannerBy(random),
      ...(first.tone === 'student' ? { capitals: random.chance(0.2), slang: random.chance(0.6) } : {}),
    },
    talks: 1 / (1 + (at % 75)) ** 0.7,
    leavesAt: leaves ? future.from + random.next() * (future.to - future.from) : Number.POSITIVE_INFINITY,
  }
}

function passer(random: Random, at: number, usedNames: Set<string>): Person {
  const createdAt = future.from + Math.floor((at / passersBy) * (future.to - future.from))
  return {
    ...defaultPerson(nameBy(random, usedNames), createdAt, []),
    linkKarma: 1 + random.below(12),
    commentKarma: random.below(30),
    manner: mannerBy(random),
  }
}

function moderator(random: Random, home: CommunityProfile, usedNames: Set<string>): Person {
  return {
    ...defaultPerson(nameBy(random, usedNames), home.createdAt, [home.name]),
    linkKarma: 8000 + random.below(60_000),
    commentKarma: 20_000 + random.below(90_000),
    manner: plainManner,
  }
}

function defaultPerson(name: string, createdAt: number, subreddits: string[]): Person {
  return {
    name,
    createdAt,
    linkKarma: 1,
    commentKarma: 1,
    description: '',
    subreddits,
    manner: plainManner,
    talks: 0,
    leavesAt: Number.POSITIVE_INFINITY,
  }
}

function weighted(subreddits: readonly CommunityProfile[], random: Random): CommunityProfile {
  let left = random.next() * subreddits.reduce((sum, { perDay }) => sum + perDay, 0)
  for (const subreddit of subreddits) {
    left -= subreddit.perDay
    if (left < 0) return subreddit
  }
  return subreddits[0]!
}

const descriptions = [
  'mostly here for <theme>',
  'Opinions are my own, regrettably.',
  'she/her',
  'Here since before the redesign',
  '<theme>, bread, rain',
  'ask me about my dog',
  'lurker',
  'Recovering perfectionist.',
  'Two kids, one garage, no time',
  'views not those of my employer',
]
const first =
  `quiet rusty mild northern late salty plain slow tiny grumpy second half mossy paper lucky odd blue loud soft bitter
sleepy brave spare urban lost warm dry wobbly sunday clever humble cosmic dusty silent rapid`.split(/\s+/)
const second =
  `badger kettle teapot otter lantern walnut pigeon harbour turnip comet biscuit heron spanner puddle magpie tractor
cactus violin anchor pickle gecko ladder marmot button beacon noodle pebble raven wrench thistle fern socket mango barrel`.split(
    /\s+/,
  )
const firstNames =
  `ines tomasz hanna okafor jules petra mikko dara leon ruth sanne omar bea yuki carlos freya niall greta pavel mina
anders lucia tariq elke joan ravi simone kofi birgit marco`.split(/\s+/)

function nameBy(random: Random, usedNames: Set<string>): string {
  for (;;) {
    const name = cased(nameParts(random), random).slice(0, 20).replace(/[_-]$/, '')
    if (!usedNames.has(name.toLowerCase())) {
      usedNames.add(name.toLowerCase())
      return name
    }
  }
}

function nameParts(random: Random): string[] {
  const number = random.chance(0.45)
    ? [String(random.pick([random.below(100), random.below(10_000), 1970 + random.below(38)]))]
    : []
  if (random.chance(0.25))
    return [
      random.pick(firstNames),
      random.pick(['makes', 'in', 'the', 'von', 'not', 'of']),
      random.pick(second),
      ...number,
    ]
  if (random.chance(0.2))
    return [random.pick(firstNames), ...(number.length > 0 ? number : [String(random.below(1000))])]
  return [random.pick(first), random.pick(second), ...number]
}

function cased(parts: string[], random: Random): string {
  const capital = parts.map((part) => part[0]!.toUpperCase() + part.slice(1))
  return random.pick([parts.join('_'), parts.join(''), capital.join(''), capital.join('-'), capital.join('_')])
}
