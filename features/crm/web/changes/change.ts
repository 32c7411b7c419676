import type { Teammate } from '#platform/web/session/teammates.ts'
import type { RedditPerson } from '../../contract.ts'
import type { StageTotal } from '../../contract-stages.ts'
import { sumsOf } from '../people/money.ts'

/** What is changed about people, alike for all of them. */
export interface Change {
  /** The key of the stage that they move to. */
  stage?: string
  owner?: Teammate | null
  addTags?: readonly string[]
  removeTags?: readonly string[]
  doNotContact?: boolean
}

/** Returns a person after a change. */
export function changed(person: RedditPerson, change: Change, now: string): RedditPerson {
  const { stage = person.stage, owner, addTags = [], removeTags = [], doNotContact = person.doNotContact } = change
  return {
    ...person,
    stage,
    stageSince: stage === person.stage ? person.stageSince : now,
    ...(owner !== undefined && { owner: owner && { id: owner.id, documentId: owner.id, email: owner.name } }),
    tags: [...person.tags, ...missing(person, addTags)].filter((tag) => !removeTags.includes(tag)),
    doNotContact,
  }
}

/** Returns the people whom a change concerns: the others are like that already. */
export function concerned(people: readonly RedditPerson[], change: Change): RedditPerson[] {
  return people.filter(
    (person) =>
      (change.stage !== undefined && change.stage !== person.stage) ||
      (change.owner !== undefined && (change.owner?.id ?? null) !== (person.owner?.id ?? null)) ||
      missing(person, change.addTags ?? []).length > 0 ||
      change.removeTags?.some((tag) => person.tags.includes(tag)) ||
      (change.doNotContact !== undefined && change.doNotContact !== person.doNotContact),
  )
}

/** Returns the changes that bring people back to how they were, each with those who were alike. */
export function reversals(
  people: readonly RedditPerson[],
  change: Change,
): { change: Change; people: RedditPerson[] }[] {
  const groups = Map.groupBy(people, (person) => JSON.stringify(reverse(person, change)))
  return [...groups.values()].map((group) => ({ change: reverse(group[0]!, change), people: group }))
}

function reverse(person: RedditPerson, change: Change): Change {
  const { owner, tags } = person
  const added = missing(person, change.addTags ?? [])
  const removed = change.removeTags?.filter((tag) => tags.includes(tag)) ?? []
  return {
    ...(change.stage !== undefined && { stage: person.stage }),
    ...(change.owner !== undefined && { owner: owner ? { id: owner.id, name: owner.email } : null }),
    ...(added.length > 0 && { removeTags: added }),
    ...(removed.length > 0 && { addTags: removed }),
    ...(change.doNotContact !== undefined && { doNotContact: person.doNotContact }),
  }
}

function missing({ tags }: RedditPerson, added: readonly string[]): string[] {
  return added.filter((tag) => !tags.includes(tag))
}

/** Returns the totals of the stages after people moved from one to another. */
export function totalsAfter(
  totals: readonly StageTotal[],
  before: readonly RedditPerson[],
  after: readonly RedditPerson[],
): StageTotal[] {
  const stages = new Set([...totals, ...after].map(({ stage }) => stage))
  return [...stages].map((stage) => {
    const known = totals.find((total) => total.stage === stage) ?? { stage, people: 0, values: [] }
    const left = before.filter((person) => person.stage === stage)
    const came = after.filter((person) => person.stage === stage)
    const amounts = [
      ...known.values.map(({ currency, sum }) => ({ currency, value: sum })),
      ...came,
      ...left.map(({ currency, value }) => ({ currency, value: value === null ? null : -value })),
    ]
    const values = sumsOf(amounts)
      .filter(({ value }) => value !== 0)
      .map(({ currency, value }) => ({ currency, sum: value }))
    return { stage, people: known.people + came.length - left.length, values }
  })
}
