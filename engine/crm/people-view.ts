/** Which people the CRM shows, in which order, and how, all stored in the address. */
export interface PeopleView extends PeopleFilters {
  /** Null: as last chosen in this browser. */
  look: PeopleLook | null
  box: PeopleBox
  sort: PeopleSort
  /** The key of the stage that a phone shows; null: the first. */
  at: string | null
}

/** The conditions that people must meet. Of several values of one kind, any. */
export interface PeopleFilters {
  /** A part of the handle. */
  text: string
  /** The keys of stages. */
  stages: readonly string[]
  /** The IDs of members, or `nobody`. */
  owners: readonly string[]
  tags: readonly string[]
  /** Whether they may be contacted; null: either. */
  contact: Contact | null
}

const looks = ['board', 'table'] as const
export type PeopleLook = (typeof looks)[number]

/** By their next action: all people, the user's own, those overdue, due today, and without one. */
export const peopleBoxes = ['all', 'overdue', 'today', 'mine', 'none'] as const
export type PeopleBox = (typeof peopleBoxes)[number]

/** What a table can be sorted by. `nextTaskAt` has the most urgent first. */
const peopleSortKeys = ['nextTaskAt', 'handle', 'stage', 'value', 'stageSince', 'createdAt'] as const
export type PeopleSortKey = (typeof peopleSortKeys)[number]
export interface PeopleSort {
  by: PeopleSortKey
  desc: boolean
}

export const contacts = ['allowed', 'refused'] as const
type Contact = (typeof contacts)[number]

/** Stands for no owner. */
export const nobody = 'nobody'

export const noPeopleFilters: PeopleFilters = { text: '', stages: [], owners: [], tags: [], contact: null }
export const defaultPeopleView: PeopleView = {
  ...{ look: null, box: 'all', at: null, ...noPeopleFilters },
  sort: { by: 'nextTaskAt', desc: false },
}

/** The most values of one kind in an address. */
const valuesMost = 50
const textMost = 200
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const stageKey = /^[a-zA-Z0-9]{1,60}$/

/** Returns the view in an address; missing and invalid values get the defaults. */
export function readPeopleView(params: URLSearchParams): PeopleView {
  const texts = (name: string, accepts: (text: string) => boolean) =>
    [...new Set(params.getAll(name).map(plain))].filter(accepts).slice(0, valuesMost)
  const at = params.get('at') ?? ''
  return {
    look: looks.find((look) => look === params.get('look')) ?? null,
    box: peopleBoxes.find((box) => box === params.get('view')) ?? defaultPeopleView.box,
    sort: sortOf(params.get('sort') ?? ''),
    at: stageKey.test(at) ? at : null,
    text: plain(params.get('q') ?? '').slice(0, textMost),
    stages: texts('stage', (text) => stageKey.test(text)),
    owners: texts('owner', (text) => text === nobody || uuid.test(text)),
    tags: texts('tag', (text) => text !== ''),
    contact: contacts.find((contact) => contact === params.get('contact')) ?? null,
  }
}

/** Returns the address of a view with its open person. Defaults are omitted. */
export function peopleParams(view: PeopleView, person: string | null): URLSearchParams {
  const params = new URLSearchParams()
  if (view.look !== null) params.set('look', view.look)
  if (view.box !== defaultPeopleView.box) params.set('view', view.box)
  const sort = sortText(view.sort)
  if (sort !== sortText(defaultPeopleView.sort)) params.set('sort', sort)
  if (view.at !== null) params.set('at', view.at)
  if (view.text !== '') params.set('q', view.text)
  for (const stage of view.stages) params.append('stage', stage)
  for (const owner of view.owners) params.append('owner', owner)
  for (const tag of view.tags) params.append('tag', tag)
  if (view.contact !== null) params.set('contact', view.contact)
  if (person !== null) params.set('person', person)
  return params
}

/**
 * Returns a view's query in its usual form: defaults are omitted. Null if the text isn't the query of a view: it has
 * other parameters, values that no view has, or more of them than a view may have.
 */
export function peopleViewText(text: string): string | null {
  const given = new URLSearchParams(text)
  const usual = peopleParams(readPeopleView(given), null)
  const sorted = [...given].filter(([name, value]) => name !== 'view' || value !== defaultPeopleView.box).map(String)
  return sorted.sort().join('\n') === [...usual].map(String).sort().join('\n') ? usual.toString() : null
}

function sortOf(text: string): PeopleSort {
  const by = peopleSortKeys.find((key) => text === key || text === `${key}-desc`)
  return by === undefined ? defaultPeopleView.sort : { by, desc: text.endsWith('-desc') }
}

function sortText({ by, desc }: PeopleSort): string {
  return desc ? `${by}-desc` : by
}

/** Returns a text without the character that the API refuses. */
function plain(text: string): string {
  return text.replaceAll('\0', '').trim()
}
