import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { ErrorState } from '#platform/ui/error-state.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Drawer, Sheet, SheetBack } from '#platform/ui/overlays/dialog.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { CallError, messageOf } from '#platform/web/api/call-error.ts'
import type { Conversation } from '../../contract.ts'
import { Details } from '../context/details.tsx'
import { kindNames, nameOf, noSubject } from '../inbox/labels.ts'
import { conversationQuery } from '../inbox/queries.ts'
import type { InboxState } from '../inbox/use-inbox.ts'
import { Actions } from './actions.tsx'
import { Messages } from './messages.tsx'

interface PanelProps {
  project: CurrentProject
  state: InboxState
  onClose: () => void
  /** Returns the row to focus once the conversation no longer covers the list; null: the element that had the focus before. */
  rowAfter: () => HTMLElement | null
  now: number
}

/** The open conversation with its details: beside the list, or over it on narrow screens. */
export function Panel({ project, state, onClose, rowAfter, now }: PanelProps) {
  const { wide, extraWide, selectedId, selected, error } = state
  const [detailsOpen, setDetailsOpen] = useState(false)
  const details = selected && (
    <Details key={selected.id} project={project} state={state} conversation={selected} now={now} />
  )
  const content = selected ? (
    <Messages key={selected.id} project={project} state={state} conversation={selected} now={now} />
  ) : error ? (
    <NotLoaded id={selectedId} error={error} />
  ) : (
    <ConversationSkeleton />
  )
  const detailsButton = !extraWide && selected && (
    <Button size="small" onClick={() => setDetailsOpen(true)}>
      <Icon name="people" className="@max-lg:hidden" /> Details
    </Button>
  )
  const header = (
    <div className="@container shrink-0 border-line border-b">
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
        <div className="min-w-0 flex-1 basis-40">{selected && <Heading conversation={selected} />}</div>
        {selected && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
          <div role="group" aria-label="Conversation actions" className="flex flex-wrap items-center gap-2">
            {state.mayChange && <Actions state={state} conversation={selected} />}
            {wide && detailsButton}
          </div>
        )}
      </div>
    </div>
  )
  const drawer = !extraWide && (
    <Drawer open={detailsOpen && selected !== undefined} onOpenChange={setDetailsOpen} title="Details" side="end">
      {details}
    </Drawer>
  )
  if (wide) {
    return (
      <>
        <section aria-label="Conversation" className="flex min-w-0 flex-1 flex-col">
          {header}
          {content}
        </section>
        {extraWide && selected && (
          <section aria-label="Details" className="w-80 shrink-0 overflow-y-auto border-line border-l p-4 pb-16">
            {details}
          </section>
        )}
        {drawer}
      </>
    )
  }
  return (
    <Sheet
      open={selectedId !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Conversation"
      finalFocus={rowAfter}
    >
      <div className="flex h-12 shrink-0 items-center justify-between border-line border-b px-2 pr-4">
        <SheetBack>{state.channel === 'mail' ? 'Mail' : 'Inbox'}</SheetBack>
        {detailsButton}
      </div>
      {header}
      {selectedId !== null && content}
      {drawer}
    </Sheet>
  )
}

function Heading({ conversation }: { conversation: Conversation }) {
  const { kind, account, mailbox, title } = conversation
  const isMail = kind === 'mail'
  const as = isMail ? mailbox?.address : account && `u/${account.name}`
  return (
    <>
      <h2 dir="auto" className="truncate font-semibold">
        {isMail ? title || noSubject : nameOf(conversation)}
      </h2>
      <p className="truncate text-muted text-sm">
        {isMail ? nameOf(conversation) : kindNames[kind]}
        {as && ` · as ${as}`}
      </p>
    </>
  )
}

export function ConversationSkeleton() {
  return (
    <div role="status" aria-label="Loading the conversation" className="flex flex-1 flex-col gap-4 p-4">
      <Skeleton className="h-16 w-2/3 rounded-xl" />
      <Skeleton className="h-12 w-1/2 self-end rounded-xl" />
      <Skeleton className="h-20 w-3/5 rounded-xl" />
    </div>
  )
}

/** Says that a conversation is gone, or offers to load it again. */
function NotLoaded({ id, error }: { id: string | null; error: Error }) {
  const queryClient = useQueryClient()
  if (error instanceof CallError && [400, 404].includes(error.status)) {
    return (
      <EmptyState figure={<Icon name="mail" className="size-10" />} title="Conversation not found">
        It was deleted, or belongs to another project.
      </EmptyState>
    )
  }
  const retry = () => id !== null && void queryClient.refetchQueries({ queryKey: conversationQuery(id).queryKey })
  return <ErrorState title="Couldn't load this conversation" message={messageOf(error)} onRetry={retry} />
}
