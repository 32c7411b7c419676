import { useQuery } from '@tanstack/react-query'
import type { CurrentProject } from '#platform/contract/session.ts'
import { useRows } from '#platform/web/api/use-rows.ts'
import type { Competitor, CompetitorEdits } from '../../contract.ts'
import { call } from '../api.ts'
import { phraseHealthQuery } from '../health/query.ts'
import { adviceOf, termState } from '../list/term-state.ts'
import { type BulkEdits, idsOf, useBulkEdits } from '../list/use-bulk-edits.ts'
import type { AddedCompetitor } from './competitor-file.ts'

type Change = NonNullable<CompetitorEdits['change']>['values']

export interface CompetitorBulkEdits extends BulkEdits<Competitor, AddedCompetitor, Change> {
  /** Merges several into the first, which keeps its name and gets all others. */
  merge: (competitors: readonly Competitor[]) => void
}

/** Returns the competitors of a project, their statistics, and functions to change one or many. */
export function useCompetitors(project: CurrentProject) {
  const rows = useCompetitorRows(project.id)
  const edits = useCompetitorEdits(project.id)
  const health = useQuery(phraseHealthQuery(project))
  const stateOf = (competitor: Competitor) => {
    const own = health.data?.phrases.find(({ kind, phrase }) => kind === 'competitor' && phrase === competitor.name)
    const advice = adviceOf(health.data, own, Date.now())
    // A competitor without mentions isn't a mistake.
    return termState(competitor, advice === 'dead' ? null : advice)
  }
  return { ...rows, edits, health, stateOf }
}

function useCompetitorRows(project: string) {
  return useRows({
    key: ['competitors', project],
    find: (page: number, signal: AbortSignal) => {
      const filters = { project: { id: { $eq: project } } }
      const query = { filters, sort: 'createdAt:asc', pagination: { page, pageSize: 100 } }
      return call('competitorsFind', { query, signal })
    },
    create: (values: AddedCompetitor) => call('competitorsCreate', { body: { data: { project, ...values } } }),
    change: (id: string, values: Partial<Pick<Competitor, 'name' | 'status'>>) =>
      call('competitorsUpdate', { id, body: { data: values } }),
    remove: (id: string) => call('competitorsDelete', { id }),
    valuesOf,
    nameOf: ({ name }) => name,
  })
}

function useCompetitorEdits(projectId: string): CompetitorBulkEdits {
  const edits = useBulkEdits<Competitor, AddedCompetitor, Change>(projectId, {
    noun: 'competitor',
    send: async (id, data) => (await call('competitorEditsCreate', { id, body: { data } })).data,
    valuesOf,
  })
  return {
    ...edits,
    merge: ([target, ...others]) => {
      if (!target) return
      const { aliases, domains, excludeWords, subreddit } = target
      const before = { aliases, domains, excludeWords, subreddit }
      edits.run(
        { remove: idsOf(others), change: { ids: [target.id], values: mergedNames(target, others) } },
        {
          title: `Merged ${others.length + 1} into “${target.name}”`,
          undo: () =>
            edits.run(
              { change: { ids: [target.id], values: before }, add: others.map(valuesOf), overQuota: 'pause' },
              { title: 'Undid merge' },
            ),
        },
      )
    },
  }
}

/** Returns the combined names of several competitors for the one that is kept. */
function mergedNames(target: Competitor, others: readonly Competitor[]) {
  const all = [target, ...others]
  const lists = (pick: (competitor: Competitor) => readonly string[], most: number) => {
    const seen = new Map(all.flatMap(pick).map((name) => [name.toLowerCase(), name]))
    return [...seen.values()].slice(0, most)
  }
  const names = lists(
    (competitor) => (competitor === target ? target.aliases : [competitor.name, ...competitor.aliases]),
    20,
  )
  return {
    aliases: names.filter((name) => name.toLowerCase() !== target.name.toLowerCase()),
    domains: lists(({ domains }) => domains, 20),
    excludeWords: lists(({ excludeWords }) => excludeWords, 50),
    subreddit: target.subreddit ?? others.find(({ subreddit }) => subreddit !== null)?.subreddit ?? null,
  }
}

/** Returns the values that recreate a competitor after an undo. */
function valuesOf(competitor: Competitor): AddedCompetitor {
  const { name, website, status, pausedBy, aliases, domains, subreddit, excludeWords } = competitor
  return { name, website, aliases, domains, subreddit, excludeWords, status: pausedBy === 'quota' ? 'active' : status }
}
