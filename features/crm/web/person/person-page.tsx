import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Menu, MenuItem } from '#platform/ui/overlays/menu.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { CallError } from '#platform/web/api/call-error.ts'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { useCommands } from '#platform/web/commands/use-commands.ts'
import { useSlot } from '#platform/web/slots.ts'
import type { RedditPerson } from '../../contract.ts'
import { profileUrl } from '../people/commands.ts'
import { personQuery } from '../people/queries.ts'
import type { CrmState } from '../people/use-crm.ts'
import { Conversations } from './conversations.tsx'
import { DeletePerson } from './delete-person.tsx'
import { Facts } from './facts.tsx'
import { Leads } from './leads.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { Tasks } from './tasks.tsx'
import { Timeline } from './timeline.tsx'

interface PersonPageProps {
  state: CrmState
  personId: string
}

/** Everything about one person: what is known, what to do next, where you met, what was said, and what happened. */
export function PersonPage({ state, personId }: PersonPageProps) {
  const query = useQuery(personQuery(personId))
  const person = query.data
  useCommands('Person', [
    { id: 'person close', label: 'Back to people', icon: 'back', keys: 'Escape', run: state.close },
    {
      id: 'person reddit',
      label: 'Open profile on Reddit',
      icon: 'external',
      keys: 'o',
      run: person ? () => void window.open(profileUrl(person.handle), '_blank', 'noopener,noreferrer') : null,
    },
    { id: 'person undo', label: 'Undo last change', icon: 'undo', keys: 'u', keysOnly: true, run: state.undoLast },
  ])
  const isUnknown = query.error instanceof CallError && [400, 404].includes(query.error.status)
  return (
    <div className="flex h-full flex-col">
      <header className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-line border-b py-2 pr-2 pl-2">
        <Button look="ghost" size="small" onClick={state.close}>
          <Icon name="back" /> CRM
        </Button>
        {person && <Name person={person} />}
        {person && state.mayChange && <PersonMenu state={state} person={person} />}
      </header>
      {person ? (
        <Content state={state} person={person} />
      ) : isUnknown ? (
        <EmptyState
          figure={<Icon name="people" className="size-10" />}
          title="Person not found"
          action={<Button onClick={state.close}>Back to people</Button>}
        >
          They were deleted, merged with another person, or belong to another project.
        </EmptyState>
      ) : hasFailed(query) ? (
        <FetchFailure query={query} title="Couldn't load this person" />
      ) : (
        <div role="status" aria-label="Loading the person" className="flex flex-col gap-4 p-6">
          <Skeleton className="h-8 w-64" />
          <Skeleton className="h-24 max-w-2xl rounded-xl" />
          <Skeleton className="h-40 max-w-2xl rounded-xl" />
        </div>
      )}
    </div>
  )
}

function Name({ person: { handle, aliases, doNotContact } }: { person: RedditPerson }) {
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
      <h1 className="wrap-anywhere min-w-0 font-semibold text-lg">
        <a
          href={profileUrl(handle)}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex items-center gap-1 rounded hover:underline"
        >
          u/{handle} <Icon name="external" className="text-faint" />
        </a>
      </h1>
      {aliases.length > 0 && (
        <p className="wrap-anywhere text-muted text-sm">also {aliases.map((alias) => `u/${alias}`).join(', ')}</p>
      )}
      {doNotContact && <Badge look="danger">Do not contact</Badge>}
    </div>
  )
}

function PersonMenu({ state, person }: { state: CrmState; person: RedditPerson }) {
  const [open, setOpen] = useState<'merge' | 'delete' | null>(null)
  const onClose = () => setOpen(null)
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button look="ghost" size="icon" aria-label="More actions">
            <Icon name="more" />
          </Button>
        }
      >
        <MenuItem icon={<Icon name="people" />} onClick={() => setOpen('merge')}>
          Merge with another person
        </MenuItem>
        <MenuItem icon={<Icon name="remove" />} onClick={() => setOpen('delete')}>
          Delete person
        </MenuItem>
      </Menu>
      {open === 'merge' && <MergeDialog projectId={state.project.id} person={person} onClose={onClose} />}
      {open === 'delete' && <DeletePerson state={state} person={person} onClose={onClose} />}
    </>
  )
}

function Content({ state, person }: { state: CrmState; person: RedditPerson }) {
  const PersonNotes = useSlot('personNotes')
  const { now } = state.reader
  const part = { state, person, now }
  return (
    <div className="relative min-h-0 flex-1 overflow-y-auto lg:flex lg:overflow-hidden short:flex-none">
      <section
        aria-label="About"
        className="relative shrink-0 border-line p-4 sm:px-6 max-lg:border-b lg:w-80 lg:overflow-y-auto lg:border-r lg:pb-16"
      >
        <Facts {...part} />
      </section>
      <div className="relative min-w-0 flex-1 lg:overflow-y-auto">
        <div className="mx-auto flex max-w-3xl flex-col gap-8 px-4 pt-5 pb-16 sm:px-8">
          <Tasks {...part} />
          <Conversations {...part} />
          <Leads {...part} />
          <Suspense>
            <PersonNotes projectId={state.project.id} personId={person.id} now={now} />
          </Suspense>
          <Timeline {...part} />
        </div>
      </div>
    </div>
  )
}
