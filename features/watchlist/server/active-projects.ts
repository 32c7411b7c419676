import { type SQL, sql } from 'drizzle-orm'
import type { Profile } from '#engine/item.ts'
import type { Seeing } from '#engine/sources.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/** A project with its watchlist at one version. */
export interface ActiveProject {
  id: string
  version: number
  /** The value of phrase_version after the project's last change. */
  phraseVersion: number
  /** False for draft and archived projects. */
  listens: boolean
  seeing: Seeing
  profile: Profile
}
export const isActive = sql`p.status not in ('draft', 'archived')`

type ActiveRow = Omit<Profile, 'keywords' | 'competitors' | 'intentBrief' | 'noiseBrief'> &
  Omit<ActiveProject, 'profile' | 'seeing' | 'phraseVersion'> &
  Seeing & {
    phraseVersion: string
    keywords: string[]
    competitors: string[]
    intentBrief: string | null
    noiseBrief: string | null
  }

/**
 * Returns the watchlists of these projects (p) in ID order; audience and pains are appended to the summary. A single
 * statement, so that phrases and version are consistent. `audience` replaces that of the projects.
 */
export async function readActiveProjects(
  tx: Transaction,
  which: SQL,
  { limit, audience }: { limit?: number; audience?: readonly string[] } = {},
): Promise<ActiveProject[]> {
  const described = audience ? sql`${sql.param([...audience])}::text[]` : sql`p.audience`
  const { rows } = await tx.execute<ActiveRow & Record<string, unknown>>(sql`
    select p.id, p.version, p.phrase_version as "phraseVersion", ${isActive} as listens, p.realm, p.sources,
      p.name, p.website,
      concat_ws(E'\\n', nullif(p.summary, ''), nullif(array_to_string(${described}, ', '), ''),
        nullif(array_to_string(p.pains, E'.\\n'), '')) as summary,
      p.languages,
      array(select k.query from keyword k
        where k.project_id = p.id and k.status = 'active' and k.kind <> 'competitor' order by k.id) as keywords,
      array(select c.name from competitor c
        where c.project_id = p.id and c.status = 'active' order by c.id) as competitors,
      (select coalesce(json_agg(json_build_object('keyword', k.query, 'subredditsIn', k.subreddits_in,
          'subredditsOut', k.subreddits_out, 'language', k.language, 'minScore', k.min_score)), '[]')
        from keyword k
        where k.project_id = p.id and k.status = 'active' and k.kind <> 'competitor' and (k.subreddits_in <> '{}'
          or k.subreddits_out <> '{}' or k.language is not null or k.min_score is not null)) as "keywordLimits",
      (select coalesce(json_agg(json_build_object('competitor', c.name, 'aliases', c.aliases, 'domains', c.domains,
          'subreddit', c.subreddit, 'excludeWords', c.exclude_words)), '[]')
        from competitor c
        where c.project_id = p.id and c.status = 'active' and (c.aliases <> '{}' or c.domains <> '{}'
          or c.subreddit is not null or c.exclude_words <> '{}')) as "competitorNames",
      ${briefOf('intentBrief')} as "intentBrief", ${briefOf('noiseBrief')} as "noiseBrief"
    from project p where ${which} order by p.id limit ${limit ?? null}`)
  return rows.map(
    ({ id, version, phraseVersion: changed, listens, realm, sources, intentBrief, noiseBrief, ...words }) => ({
      id,
      version,
      phraseVersion: Number(changed),
      listens,
      seeing: { realm, sources },
      profile: { ...words, ...(intentBrief && { intentBrief }), ...(noiseBrief && { noiseBrief }) },
    }),
  )
}

/** Selects what the owner of a project (p) says about leads, or about posts that are none. */
function briefOf(kind: 'intentBrief' | 'noiseBrief'): SQL {
  return sql`(select b.text from prompt b
    where b.project_id = p.id and b.kind = ${kind} and b.active and b.subreddit is null)`
}
