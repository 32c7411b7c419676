import { call } from '#platform/web/api/api.ts'
import type { Competitor, CompetitorEdits } from '../../contract.ts'
import type { AddedCompetitor } from '../competitor-file.ts'
import { type Edits, idsOf, useEdits } from '../use-edits.ts'

type Change = NonNullable<CompetitorEdits['change']>['values']

export interface EditsOfCompetitors extends Edits<Competitor, AddedCompetitor, Change> {
  /** Makes one of several: the first keeps its name and takes all other names. */
  merge: (competitors: readonly Competitor[]) => void
}

export function useCompetitorEdits(projectId: string): EditsOfCompetitors {
  const edits = useEdits<Competitor, AddedCompetitor, Change>(projectId, {
    noun: 'competitor',
    send: async (id, data) => (await call('competitorEditsCreate', { id, body: { data } })).data,
    addedOf,
  })
  return {
    ...edits,
    merge: ([kept, ...others]) => {
      if (!kept) return
      const { aliases, domains, excludeWords, subreddit } = kept
      const before = { aliases, domains, excludeWords, subreddit }
      edits.act(
        { remove: idsOf(others), change: { ids: [kept.id], values: mergedNames(kept, others) } },
        {
          title: `Merged ${others.length + 1} into “${kept.name}”`,
          undo: () =>
            edits.act(
              { change: { ids: [kept.id], values: before }, add: others.map(addedOf), overQuota: 'pause' },
              { title: 'They are apart again' },
            ),
        },
      )
    },
  }
}

/** All that several competitors are known by, for the one that stays. */
function mergedNames(kept: Competitor, others: readonly Competitor[]) {
  const all = [kept, ...others]
  const lists = (pick: (competitor: Competitor) => readonly string[], most: number) => {
    const seen = new Map(all.flatMap(pick).map((name) => [name.toLowerCase(), name]))
    return [...seen.values()].slice(0, most)
  }
  const names = lists(
    (competitor) => (competitor === kept ? kept.aliases : [competitor.name, ...competitor.aliases]),
    20,
  )
  return {
    aliases: names.filter((name) => name.toLowerCase() !== kept.name.toLowerCase()),
    domains: lists(({ domains }) => domains, 20),
    excludeWords: lists(({ excludeWords }) => excludeWords, 50),
    subreddit: kept.subreddit ?? others.find(({ subreddit }) => subreddit !== null)?.subreddit ?? null,
  }
}

/** What a competitor was made of, to make it again after an undo. */
export function addedOf(competitor: Competitor): AddedCompetitor {
  const { name, website, status, pausedBy, aliases, domains, subreddit, excludeWords } = competitor
  return { name, website, aliases, domains, subreddit, excludeWords, status: pausedBy === 'quota' ? 'active' : status }
}
