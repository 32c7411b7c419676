import type { InfiniteData } from '@tanstack/react-query'
import type { Answer } from '#platform/web/api/client.ts'
import type { peopleContract, RedditPerson } from '../../contract.ts'

export type Page = Answer<(typeof peopleContract.endpoints)['peopleFind']>
export type Pages = InfiniteData<Page, unknown>

/** Returns the listed people. One who moved between two pages while they were fetched is listed once. */
export function peopleOf(pages: Pages | undefined): RedditPerson[] {
  const byId = new Map<string, RedditPerson>()
  for (const page of pages?.pages ?? []) {
    for (const person of page.data) if (!byId.has(person.id)) byId.set(person.id, person)
  }
  return [...byId.values()]
}

/** Returns a list with some people as they are now, each in their place. */
export function withPeople(pages: Pages, people: readonly RedditPerson[]): Pages {
  const byId = new Map(people.map((person) => [person.id, person]))
  return edited(pages, (data) => data.map((each) => byId.get(each.id) ?? each))
}

/** Returns a column without the people who are in another stage now, and with those who came to it, in their place. */
export function columnWith(pages: Pages, stage: string, people: readonly RedditPerson[]): Pages {
  const ids = new Set(people.map(({ id }) => id))
  const known = new Set(peopleOf(pages).map(({ id }) => id))
  const staying = people.filter((person) => person.stage === stage)
  const left = edited(pages, (data) =>
    data.flatMap((each) => (ids.has(each.id) ? staying.filter(({ id }) => id === each.id) : [each])),
  )
  return staying.filter(({ id }) => !known.has(id)).reduce(withArrived, left)
}

/** Returns a column with a person at their place in the usual order, as far as it is loaded. */
function withArrived(pages: Pages, person: RedditPerson): Pages {
  const found = pages.pages.findIndex(({ data }) => data.some((other) => comesBefore(person, other)))
  const at = found >= 0 ? found : pages.pages.length - 1
  return {
    ...pages,
    pages: pages.pages.map((page, index) => {
      if (index !== at) return page
      const place = page.data.findIndex((other) => comesBefore(person, other))
      return { ...page, data: page.data.toSpliced(place >= 0 ? place : page.data.length, 0, person) }
    }),
  }
}

/** The usual order: by next action, then those who moved last. */
function comesBefore(person: RedditPerson, other: RedditPerson): boolean {
  const [own, others] = [person.nextTaskAt ?? '9', other.nextTaskAt ?? '9']
  return own === others ? person.stageSince >= other.stageSince : own < others
}

function edited(pages: Pages, change: (data: RedditPerson[]) => RedditPerson[]): Pages {
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, data: change(page.data) })) }
}
