import type { PeopleBox } from '#engine/crm/people-view.ts'
import { count } from '#platform/web/text/units.ts'
import type { RedditPerson } from '../../contract.ts'

export const boxNames: Record<PeopleBox, string> = {
  all: 'All',
  overdue: 'Overdue',
  today: 'Due today',
  mine: 'Mine',
  none: 'No next action',
}

export const contactNames = { allowed: 'May be contacted', refused: 'Do not contact' } as const

/** Returns a number of people. */
export function peopleText(number: number): string {
  return number === 1 ? '1 person' : `${count(number)} people`
}

/** Returns whom a notice is about: one by name, several by number. */
export function whom(people: readonly RedditPerson[]): string {
  const [only] = people
  return people.length === 1 && only ? `u/${only.handle}` : peopleText(people.length)
}

/** Returns the name of a member in few letters: the part of the address before the @. */
export function shortName(email: string): string {
  return email.split('@', 1)[0] || email
}

/** Returns a stage's name; one that was deleted since has only its key. */
export function stageName(stages: readonly { key: string; name: string }[], key: string): string {
  return stages.find((stage) => stage.key === key)?.name ?? key
}
