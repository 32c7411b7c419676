import { type PeopleLook, type PeopleView, peopleBoxes } from '#engine/crm/people-view.ts'
import { redditUrl } from '#engine/reddit/reddit-url.ts'
import type { Command } from '#platform/web/commands/command.ts'
import type { RedditPerson } from '../../contract.ts'
import { boxNames } from './labels.ts'

interface PersonActions {
  /** Moves the focus within the column or table. */
  move: (step: 1 | -1) => void
  /** Moves the focus to another column; null in a table. */
  across: ((step: 1 | -1) => void) | null
  /** Moves the person to the stage before or after theirs; null: there is none. */
  shift: Record<-1 | 1, (() => void) | null>
  openStages: () => void
  claim: () => void
  undo: () => void
}

/** Returns the commands for the person with the focus. Without the right to change people, only those that read. */
export function personCommands(
  person: RedditPerson | undefined,
  { move, across, shift, openStages, claim, undo }: PersonActions,
  mayChange: boolean,
): Command[] {
  const walk = { keysOnly: true, repeats: true } as const
  const reading: Command[] = [
    { id: 'person next', label: 'Next person', icon: 'arrowDown', keys: 'j', run: () => move(1), ...walk },
    { id: 'person previous', label: 'Previous person', icon: 'arrowUp', keys: 'k', run: () => move(-1), ...walk },
    ...(across
      ? ([
          { id: 'stage next', label: 'Next stage', icon: 'chevronRight', keys: 'l', run: () => across(1), ...walk },
          {
            id: 'stage previous',
            label: 'Previous stage',
            icon: 'chevronLeft',
            keys: 'h',
            run: () => across(-1),
            ...walk,
          },
        ] satisfies Command[])
      : []),
    // Handled by the browser, since the person is a link.
    { id: 'person open', label: 'Open person', icon: 'people', keys: 'Enter', run: null },
    {
      id: 'person reddit',
      label: 'Open profile on Reddit',
      icon: 'external',
      keys: 'o',
      run: person ? () => void window.open(profileUrl(person.handle), '_blank', 'noopener,noreferrer') : null,
    },
  ]
  if (!mayChange) return reading
  return [
    ...reading,
    {
      id: 'person stage next',
      label: 'Move to the next stage',
      icon: 'chevronRight',
      keys: 'L',
      run: person ? shift[1] : null,
    },
    {
      id: 'person stage previous',
      label: 'Move to the previous stage',
      icon: 'chevronLeft',
      keys: 'H',
      run: person ? shift[-1] : null,
    },
    {
      id: 'person stage',
      label: 'Move, then press 1 to 9 for the stage',
      icon: 'board',
      keys: 'm',
      keysOnly: true,
      run: person ? openStages : null,
    },
    { id: 'person claim', label: 'Assign to me', icon: 'people', keys: 'c', run: person ? claim : null },
    { id: 'person undo', label: 'Undo last change', icon: 'undo', keys: 'u', keysOnly: true, run: undo },
  ]
}

/** Returns the address of a person's profile. */
export function profileUrl(handle: string): string {
  return redditUrl(`/user/${encodeURIComponent(handle)}/`)
}

interface ViewActions {
  onView: (view: PeopleView) => void
  onLook: (look: PeopleLook) => void
  search: () => void
  add: (() => void) | null
  stages: () => void
  import: (() => void) | null
}

/** Returns the commands for the search, the other views, and what is done about all people. */
export function viewCommands(view: PeopleView, look: PeopleLook, actions: ViewActions): Command[] {
  const other: PeopleLook = look === 'board' ? 'table' : 'board'
  return [
    {
      id: 'people search',
      label: 'Search people',
      icon: 'search',
      keys: '/',
      words: 'find filter handle',
      run: actions.search,
      focus: 'own',
    },
    { id: 'people add', label: 'Add person', icon: 'add', keys: 'n', words: 'new', run: actions.add, focus: 'own' },
    {
      id: 'people look',
      label: `Show as ${other}`,
      icon: other === 'board' ? 'board' : 'table',
      keys: 'b',
      words: 'kanban look',
      run: () => actions.onLook(other),
    },
    { id: 'people stages', label: 'Edit stages', icon: 'settings', words: 'columns', run: actions.stages },
    { id: 'people import', label: 'Import people', icon: 'upload', words: 'csv file', run: actions.import },
    ...peopleBoxes.map(
      (box): Command => ({
        id: `people ${box}`,
        label: `Show people: ${boxNames[box].toLowerCase()}`,
        icon: 'people',
        words: 'view tab',
        run: box === view.box ? null : () => actions.onView({ ...view, box }),
      }),
    ),
  ]
}
