import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Banner } from '#platform/ui/banner.tsx'
import { buttonClasses } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { ListSkeleton } from '#platform/ui/lists/list-skeleton.tsx'
import { loadPart } from '#platform/ui/parts.ts'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { Locked } from '#platform/web/forms/section.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { projectsQuery, useProject, useUser } from '#platform/web/session/project.ts'
import { useRole } from '#platform/web/session/role.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import { agoText } from '#platform/web/text/age.ts'
import { ListPane } from '../list/list-pane.tsx'
import { FailingMailboxes } from '../mail/failing-mailboxes.tsx'
import { rowId } from './element-ids.ts'
import { messageSettingsQuery, type Reader } from './queries.ts'
import { useChangedConversations } from './use-changed-conversations.ts'
import { type InboxState, useInbox } from './use-inbox.ts'

/** Loaded once a conversation is opened. */
const Panel = lazy(async () => ({ default: (await loadPart(() => import('../conversation/panel.tsx'))).Panel }))

/** The conversations of the current project in a channel: a list, the open one, and what is known about the person. */
export function InboxScreen({ channel }: Pick<Reader, 'channel'>) {
  const projects = useQuery(projectsQuery)
  const project = useProject()
  const me = useUser()?.id
  const role = useRole()
  const reason = role && whyNot(role, 'readOutreach')
  if (reason) {
    return (
      <div className="mx-auto max-w-3xl px-4 pt-10 sm:px-8">
        <Locked>{reason}</Locked>
      </div>
    )
  }
  if (project && me) return <InboxOf key={project.id} project={project} me={me} channel={channel} />
  if (hasFailed(projects)) return <FetchFailure query={projects} title="Error fetching projects" />
  return <ListSkeleton label="Loading conversations" />
}

function InboxOf({ project, me, channel }: { project: CurrentProject } & Omit<Reader, 'projectId'>) {
  const [reader] = useState({ projectId: project.id, me, channel })
  const state = useInbox(reader)
  useChangedConversations(reader, state)
  const [now] = useState(Date.now)
  return (
    <div className="flex h-full flex-col">
      <Stopped projectId={project.id} now={now} />
      {channel === 'mail' && <FailingMailboxes projectId={project.id} />}
      <div className="flex min-h-0 flex-1">
        <section
          aria-label="Conversation list"
          className="flex min-w-0 flex-1 flex-col border-line lg:max-w-sm lg:border-r"
        >
          <ListPane project={project} reader={reader} state={state} now={now} />
        </section>
        {state.wide && state.selectedId === null ? (
          <NoneOpen state={state} />
        ) : (
          <OpenConversation project={project} state={state} now={now} />
        )}
      </div>
      <p className="sr-only" aria-live="polite">
        {state.announcement}
      </p>
    </div>
  )
}

/** Says that the project sends nothing. */
function Stopped({ projectId, now }: { projectId: string; now: number }) {
  const { data: settings } = useQuery(messageSettingsQuery(projectId))
  if (!settings?.stoppedAt) return null
  return (
    <Banner
      label="Sending is stopped"
      icon="pause"
      actions={
        <Link to={paths.projectMessages} className={buttonClasses({ look: 'ghost', size: 'small' })}>
          Open settings
        </Link>
      }
    >
      Sending was stopped {agoText(settings.stoppedAt, now)}. Queued messages wait until you resume it.
    </Banner>
  )
}

function NoneOpen({ state: { list, conversations } }: { state: InboxState }) {
  // An empty list says what to do. There is none to choose.
  if (conversations.length === 0 && !list.isPending) return <section aria-label="Conversation" className="flex-1" />
  return (
    <section aria-label="Conversation" className="flex min-w-0 flex-1 items-center">
      <EmptyState figure={<Icon name="mail" className="size-10" />} title="No conversation open">
        Choose one from the list, or press j to go through them.
      </EmptyState>
    </section>
  )
}

interface OpenConversationProps {
  project: CurrentProject
  state: InboxState
  now: number
}

function OpenConversation({ project, state, now }: OpenConversationProps) {
  const { view, go, lastId, wide } = state
  const navigate = useNavigate()
  const location = useLocation()
  // Before the first conversation is opened, there is no panel. Afterwards it stays, so that it can close smoothly.
  if (lastId === null) return null
  return (
    <Suspense fallback={wide && <section aria-label="Conversation" aria-busy="true" className="flex-1" />}>
      <Panel
        project={project}
        state={state}
        // A conversation opened from the list returns to it; one opened by its address goes to the list.
        onClose={() => (location.state === 'from list' ? void navigate(-1) : go(view, null, true))}
        rowAfter={() => document.getElementById(rowId(lastId))}
        now={now}
      />
    </Suspense>
  )
}
