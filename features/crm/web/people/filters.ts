import { nobody, noPeopleFilters, type PeopleSort, type PeopleView, peopleParams } from '#engine/crm/people-view.ts'
import type { QueryValue } from '#platform/web/api/query-string.ts'
import type { PersonStage } from '../../contract-stages.ts'
import { dayBounds } from './due.ts'

/** Whose people a view lists, and today. */
export interface Reader {
  projectId: string
  me: string
  now: number
}

/** Returns the filters of a view, as the API takes them. `stage`: the key of the only one; null: those of the view. */
export function filtersOf(
  { projectId, me, now }: Reader,
  view: PeopleView,
  stages: readonly PersonStage[],
  stage: string | null,
): Record<string, QueryValue> {
  const conditions = [
    ...boxConditions(view.box, me, now, stages),
    ...(stage !== null ? [{ stage: { $eq: stage } }] : []),
    ...(view.stages.length > 0 ? [{ stage: { $in: view.stages } }] : []),
    ...(view.text !== '' ? [{ handle: { $containsi: view.text.replace(/^\/?u\//i, '') } }] : []),
    ...ownerConditions(view.owners),
    ...(view.tags.length > 0 ? [{ tags: { $in: view.tags } }] : []),
    ...(view.contact !== null ? [{ doNotContact: { $eq: view.contact === 'refused' } }] : []),
  ]
  return { project: { id: { $eq: projectId } }, ...(conditions.length > 0 && { $and: conditions }) }
}

function boxConditions(
  box: PeopleView['box'],
  me: string,
  now: number,
  stages: readonly PersonStage[],
): Record<string, QueryValue>[] {
  const { today, tomorrow } = dayBounds(now)
  switch (box) {
    case 'all':
      return []
    case 'mine':
      return [{ owner: { id: { $eq: me } } }]
    case 'overdue':
      return [{ nextTaskAt: { $lt: today.toISOString() } }]
    case 'today':
      return [{ nextTaskAt: { $gte: today.toISOString(), $lt: tomorrow.toISOString() } }]
    case 'none': {
      // Nothing is left to do about people who were won or lost.
      const closed = stages.filter(({ kind }) => kind !== 'open').map(({ key }) => key)
      return [{ nextTaskAt: { $null: true } }, ...(closed.length > 0 ? [{ stage: { $notIn: closed } }] : [])]
    }
  }
}

function ownerConditions(owners: readonly string[]): Record<string, QueryValue>[] {
  const ids = owners.filter((owner) => owner !== nobody)
  const either = [
    ...(ids.length > 0 ? [{ owner: { id: { $in: ids } } }] : []),
    ...(owners.includes(nobody) ? [{ owner: { id: { $null: true } } }] : []),
  ]
  return either.length > 1 ? [{ $or: either }] : either
}

/** Returns the order of a list, as the API takes it. Of people without a next action, those who moved last come first. */
export function sortQuery({ by, desc }: PeopleSort): string[] {
  const key = by === 'stage' ? 'stagePosition' : by
  const first = `${key}:${desc ? 'desc' : 'asc'}`
  return by === 'stageSince' ? [first] : [first, 'stageSince:desc']
}

/** Returns what identifies the people of a view and their order. */
export function viewKey(view: PeopleView): string {
  return peopleParams({ ...view, look: null, at: null }, null).toString()
}

/** Returns whether a view shows only some of its box's people. */
export function isFiltered(view: PeopleView): boolean {
  return viewKey(view) !== viewKey({ ...view, ...noPeopleFilters })
}
