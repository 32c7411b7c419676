import type pg from 'pg'
import { pseudoRandom } from '#engine/pseudo-random.ts'

/** The project that searches. */
export const project = '01990000-0000-7000-8000-000000000000'

/** Words that the queries use, by rank in the distribution; the others are made up. */
export const vocabularySize = 200_000
const everyday =
  'the to and a of i is in it for that my you this on with have but be are not as so if just or we at was can do what me they your like get would how all from an when out about time one some any no up there more know good think use don want new people really then make been it has now need work way'.split(
    ' ',
  )

/** Phrases that show what an author wants, as in real posts. */
const asides = [
  'can anyone recommend something for this?',
  'looking for an alternative because they raised prices',
  'this is so frustrating, it keeps crashing',
  'is it worth the price?',
  'happy to hear your thoughts.',
]

/** Returns the word of a rank, from 0 for the most common. */
export function wordAt(rank: number): string {
  const known = everyday[rank]
  if (known !== undefined) return known
  const syllables = ['ba', 'ce', 'di', 'fo', 'gu', 'ka', 'le', 'mi', 'no', 'pu', 'ra', 'se', 'ti', 'vo', 'zu', 'xe']
  let word = ''
  for (let rest = rank; rest > 0; rest = Math.floor(rest / 16)) word += syllables[rest % 16]
  return word
}

/** Two common words that no post has both of. */
export const neverMet = ['lunar', 'tidal'] as const

const batchSize = 5_000
/** The time that all posts span. */
const days = 365

/** A million posts of 10 to 150 words, whose frequencies follow Zipf's law; newest last, as they arrive. */
export async function seedPosts(owner: pg.Client, userId: string, count: number, now: Date): Promise<void> {
  await owner.query(
    `insert into project (id, name, status, realm, created_at, updated_at) values ($1, 'Bench', 'done', 'real', now(), now())`,
    [project],
  )
  await owner.query(
    `insert into member (project_id, id, user_id, role, created_at, updated_at) values ($1, $1, $2, 'owner', now(), now())`,
    [project, userId],
  )
  const random = pseudoRandom(23)
  const words = Array.from({ length: vocabularySize }, (_, rank) => wordAt(rank))
  const word = () => words[Math.floor(vocabularySize ** random()) - 1]!
  const text = (length: number) => Array.from({ length }, word).join(' ')
  for (let from = 0; from < count; from += batchSize) {
    const numbers = Array.from({ length: Math.min(batchSize, count - from) }, (_, at) => from + at)
    const bodies = numbers.map((number) => {
      const body = `${text(10 + Math.floor(140 * random() ** 2))}${number % 10 === 0 ? ` ${neverMet[(number / 10) % 2]}` : ''}`
      return random() < 0.4 ? `${body}. ${asides[Math.floor(random() * asides.length)]}` : body
    })
    await owner.query(
      `insert into post (id, source, kind, outside_id, subreddit, author, title, body, body_truncated, permalink,
         score, num_comments, posted_at, created_at, updated_at)
       select ('01990001-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 1,
         case when n % 3 = 0 then 'post' else 'comment' end, n, 'place' || (n * 7919 % 500), 'author' || (n * 104729 % 90000),
         title, body, false, '/r/place/comments/' || n, n % 900, n % 80,
         $5::timestamptz - ($4::bigint - n) * (interval '1 day' * ${days}) / $4::bigint, now(), now()
       from unnest($1::bigint[], $2::text[], $3::text[]) as p(n, title, body)`,
      [numbers, numbers.map(() => text(3 + Math.floor(10 * random()))), bodies, count, now],
    )
  }
}
