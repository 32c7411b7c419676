import { ask } from '../../support/databases.ts'

/** A mention to add, of a post from some days ago. */
export interface SeededMention {
  kind: 'brand' | 'competitor' | 'industry'
  /** The ID of the competitor or keyword, or of the project for the brand. */
  name: string
  phrase: string
  sentence: string
  sentiment: 'positive' | 'neutral' | 'negative' | null
  /** The words that show the sentiment. */
  shown?: string
  daysAgo: number
  title?: string
  author?: string
  subreddit?: string
  /** The thread's ID on Reddit; by default one of its own. */
  thread?: string
  isComment?: boolean
  score?: number
}

/** Adds mentions to a project, as the pipeline would have found them in real posts. The newest is the first of its day. */
export async function seedMentions(url: string, project: string, mentions: readonly SeededMention[]): Promise<void> {
  const rows = mentions.map((mention, index) => {
    const { sentence, phrase, shown, thread = `m${index.toString(36)}`, subreddit = 'smallbusiness' } = mention
    const rangeOf = (words: string | undefined) => {
      const start = words === undefined ? -1 : sentence.indexOf(words)
      return start < 0 ? [] : [[start, start + words!.length]]
    }
    const { kind, name, sentiment } = mention
    return {
      ...{ title: '', author: 'mara_k', score: 3 + (index % 40), ...mention },
      ...{ subreddit, thread, place: index, isComment: mention.isComment ?? false },
      named: [{ id: name, kind, phrase, sentiment }],
      spans: { phrases: rangeOf(phrase), shown: rangeOf(shown) },
      body: `Some words before it.\n\n${sentence}\n\nAnd some after it.`,
    }
  })
  await ask(url, `update project set realm = 'real' where id = $1`, [project])
  await ask(
    url,
    `with row as (
      select r.*, gen_random_uuid() as post_id, 'real' as realm,
        now() - r."daysAgo" * interval '1 day' - r.place * interval '1 second' as at
      from jsonb_to_recordset($2::jsonb) as r(kind text, name uuid, phrase text, sentence text, sentiment text,
        "daysAgo" int, title text, author text, subreddit text, thread text, "isComment" boolean, score int, named jsonb,
        spans jsonb, body text, place int)
    ), added as (
      insert into post (id, source, kind, outside_id, subreddit, author, title, body, body_truncated, permalink, score,
        num_comments, posted_at, realm, created_at, updated_at)
      select post_id, 1, case when "isComment" then 'comment' else 'post' end, (random() * 1e9)::bigint + 1e9::bigint, subreddit, author, title,
        body, false, '/r/' || subreddit || '/comments/' || thread || '/x/' || case when "isComment" then place || '/' else '' end,
        score, 12, at, realm, at, at
      from row returning id
    )
    insert into mention (project_id, id, post_id, kind, phrase, named, competitor_ids, keyword_ids, sentence, spans,
      sentiment, author, subreddit, posted_at, realm, created_at, updated_at)
    select $1::uuid, gen_random_uuid(), post_id, kind, phrase, named,
      case kind when 'competitor' then array[name] else '{}' end, case kind when 'industry' then array[name] else '{}' end,
      sentence, spans, sentiment, author, subreddit, at, realm, at, at
    from row where exists (select from added)`,
    [project, JSON.stringify(rows)],
  )
}
