import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { PeopleView } from '#engine/crm/people-view.ts'
import { findAll } from '#platform/web/api/find-all.ts'
import { teammatesOf } from '#platform/web/session/teammates.ts'
import type { RedditPerson } from '../../contract.ts'
import type { PersonStage, StageTotal } from '../../contract-stages.ts'
import { call, changes } from '../api.ts'
import { filtersOf, type Reader, sortQuery, viewKey } from './filters.ts'
import type { Page } from './pages.ts'

const pageSize = 50

/** Reads once all changes made here have arrived; again if another is sent meanwhile, since the answer may be older. */
async function readUnchanged<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const sent = changes.sent()
    await sent
    const answer = await read()
    if (changes.sent() === sent) return answer
  }
}

/** The stages of a project, in order. */
export function stagesQuery(projectId: string) {
  return queryOptions({
    queryKey: ['person-stages', projectId],
    queryFn: ({ signal }): Promise<PersonStage[]> =>
      findAll((page) => {
        const filters = { project: { id: { $eq: projectId } } }
        const query = { filters, sort: 'position:asc', pagination: { page, pageSize: 100 } }
        return call('personStagesFind', { query, signal })
      }, signal),
  })
}

/** How many people of a view are in each stage, and what they are worth. */
export function totalsQuery(reader: Reader, view: PeopleView, stages: readonly PersonStage[]) {
  return queryOptions({
    queryKey: ['people', reader.projectId, 'totals', viewKey(view)],
    queryFn: ({ signal }): Promise<StageTotal[]> =>
      readUnchanged(async () => {
        const query = { filters: filtersOf(reader, view, stages, null) }
        return (await call('peopleTotals', { query, signal })).data
      }),
  })
}

/** The people of a view, page by page: of one stage, by its key, or of all. */
export function peopleQuery(reader: Reader, view: PeopleView, stages: readonly PersonStage[], stage: string | null) {
  return infiniteQueryOptions({
    queryKey: ['people', reader.projectId, 'list', viewKey(view), stage],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      readUnchanged(() => {
        const filters = filtersOf(reader, view, stages, stage)
        const pagination = { page: pageParam, pageSize }
        return call('peopleFind', {
          query: { filters, sort: sortQuery(view.sort), populate: ['owner'], pagination },
          signal,
        })
      }),
    getNextPageParam: ({ data }, _pages, last) => (data.length === pageSize ? last + 1 : null),
  })
}

/** Whether a project has any people. */
export function anyoneQuery(projectId: string) {
  return queryOptions({
    queryKey: ['people', projectId, 'anyone'],
    queryFn: async ({ signal }): Promise<boolean> => {
      const filters = { project: { id: { $eq: projectId } } }
      const query = { filters, fields: ['handle'], pagination: { pageSize: 1 } }
      return (await call('peopleFind', { query, signal })).data.length > 0
    },
  })
}

export function personQuery(id: string) {
  return queryOptions({
    queryKey: ['person', id],
    queryFn: ({ signal }): Promise<RedditPerson> =>
      readUnchanged(async () => (await call('peopleFindOne', { id, query: { populate: ['owner'] }, signal })).data),
  })
}

/** The members of a project who can be responsible for people, by email. */
export const ownersQuery = (projectId: string) =>
  teammatesOf(projectId, (query, signal) => call('membersFind', { query, signal }))

/** The most people whose tags are offered as filters. */
const taggedMost = 100

/** The tags of the people who were changed last, by name. */
export function tagsQuery(projectId: string) {
  return queryOptions({
    queryKey: ['people', projectId, 'tags'],
    queryFn: async ({ signal }): Promise<string[]> => {
      const filters = { project: { id: { $eq: projectId } } }
      const query = { filters, fields: ['tags'], sort: 'updatedAt:desc', pagination: { pageSize: taggedMost } }
      const { data } = await call('peopleFind', { query, signal })
      return [...new Set(data.flatMap(({ tags }) => tags))].toSorted((a, b) => a.localeCompare(b, 'en'))
    },
  })
}
