import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { invalidate } from '#platform/web/api/fetches.ts'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import type { RedditPerson } from '../../contract.ts'
import type { StageTotal } from '../../contract-stages.ts'
import { call, changes } from '../api.ts'
import { columnWith, type Pages, withPeople } from '../people/pages.ts'
import { personQuery } from '../people/queries.ts'
import { type Change, changed, concerned, reversals, totalsAfter } from './change.ts'

/** The most people that the server changes at once. */
const atOnce = 200

/**
 * Changes people: shown at once, sent in order, and fetched again afterward, also if the server refuses. `undoLast`
 * undoes the latest change with a notice.
 */
export function usePeopleChanges(projectId: string) {
  const queryClient = useQueryClient()
  const undos = useRef<(() => void)[]>([])

  function show(before: readonly RedditPerson[], after: readonly RedditPerson[]): void {
    for (const person of after) {
      queryClient.setQueryData(personQuery(person.id).queryKey, (known) => known && { ...known, ...person })
    }
    const totals = { queryKey: ['people', projectId, 'totals'] }
    queryClient.setQueriesData<StageTotal[]>(totals, (known) => known && totalsAfter(known, before, after))
    for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: ['people', projectId, 'list'] })) {
      const stage = queryKey.at(-1)
      queryClient.setQueryData<Pages>(
        queryKey,
        (pages) => pages && (typeof stage === 'string' ? columnWith(pages, stage, after) : withPeople(pages, after)),
      )
    }
  }

  async function send(people: readonly RedditPerson[], change: Change): Promise<boolean> {
    const { owner, addTags, removeTags, ...others } = change
    const data = {
      ...others,
      ...(owner !== undefined && { owner: owner?.id ?? null }),
      ...(addTags && { addTags: [...addTags] }),
      ...(removeTags && { removeTags: [...removeTags] }),
    }
    return withErrorToast(async () => {
      for (let from = 0; from < people.length; from += atOnce) {
        const some = people.slice(from, from + atOnce).map(({ id }) => id)
        const body = { data: { ...data, people: some } }
        await changes.send(() => call('peopleChangePut', { id: projectId, body }))
      }
    })
  }

  /** Fetches what a change may have moved. */
  function refetch(people: readonly RedditPerson[]): void {
    invalidate(queryClient, { queryKey: ['people', projectId] })
    for (const { id } of people) {
      for (const key of ['person', 'timeline']) invalidate(queryClient, { queryKey: [key, id] })
    }
  }

  /** Changes people who aren't like that already. A notice offers to undo it. */
  function change(all: readonly RedditPerson[], change: Change, title: (people: readonly RedditPerson[]) => string) {
    const people = concerned(all, change)
    if (people.length === 0) return
    const now = new Date().toISOString()
    const after = people.map((person) => changed(person, change, now))
    show(people, after)
    const undo = () => {
      forget()
      show(after, people)
      const backs = reversals(people, change).map((back) => send(back.people, back.change))
      void Promise.all(backs).then(() => refetch(people))
    }
    const close = notify({ id: 'people change', title: title(people), undo })
    const forget = () => {
      // A later change has its own notice, in the place of this one.
      if (undos.current.at(-1) === undo) close()
      undos.current = undos.current.filter((other) => other !== undo)
    }
    undos.current.push(undo)
    void send(people, change).then((done) => {
      if (!done) forget()
      refetch(people)
    })
  }

  return { change, undoLast: () => undos.current.at(-1)?.() }
}
