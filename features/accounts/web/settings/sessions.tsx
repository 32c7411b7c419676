import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { Paged } from '#platform/web/api/paged.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { Section } from '#platform/web/forms/section.tsx'
import { logOut } from '#platform/web/session/log-out.ts'
import { ageText, exactTime } from '#platform/web/text/age.ts'
import type { Session } from '../../contract.ts'
import { call } from '../api.ts'
import { sessionsQuery } from './queries.ts'

/** The user's sessions, with buttons to end them. */
export function Sessions() {
  const queryClient = useQueryClient()
  const query = useQuery(sessionsQuery)
  const [ending, setEnding] = useState(false)
  const others = query.data?.filter(({ current }) => !current).length ?? 0
  const refresh = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  const keep = (kept: (session: Session) => boolean) =>
    queryClient.setQueryData(sessionsQuery.queryKey, (rows) => rows?.filter(kept))

  async function endOne({ id, device }: Session): Promise<void> {
    keep((session) => session.id !== id)
    if (await withErrorToast(() => call('sessionsDelete', { id }))) notify({ title: `Signed out ${nameOf(device)}` })
    await refresh()
  }

  async function endOthers(): Promise<void> {
    if (ending) return
    setEnding(true)
    if (await withErrorToast(() => call('otherSessionsDelete', {}))) {
      keep(({ current }) => current)
      notify({ title: 'Signed out everywhere else' })
    }
    setEnding(false)
    await refresh()
  }

  return (
    <Section
      title="Sessions"
      hint="Where you're signed in. If you don't recognize a session, sign it out and change your password."
      action={
        <Button busy={ending} disabled={others === 0} onClick={() => void endOthers()}>
          {ending ? 'Signing out…' : 'Sign out everywhere else'}
        </Button>
      }
    >
      <RowsState name="your sessions" query={query} empty={<p className="text-muted">No active sessions.</p>}>
        {(sessions) => (
          <Paged label="Sessions" rows={sessions} pageSize={10}>
            {(session) => <SessionRow key={session.id} session={session} onEnd={() => void endOne(session)} />}
          </Paged>
        )}
      </RowsState>
    </Section>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { address, createdAt, lastUsedAt, current } = session
  const device = nameOf(session.device)
  const used = ageText(lastUsedAt, Date.now())
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="wrap-anywhere font-medium">
          {device} {current && <Badge look="good">Current</Badge>}
        </p>
        <p className="wrap-anywhere text-muted text-sm">
          <span title={exactTime(lastUsedAt)}>{used === 'just now' ? 'Active now' : `Active ${used} ago`}</span>
          {address && ` · from ${address}`} · <span title={exactTime(createdAt)}>signed in {dayText(createdAt)}</span>
        </p>
      </div>
      {current ? <LogOut /> : <EndButton device={device} onEnd={onEnd} />}
    </li>
  )
}

/** Returns the words for a browser or program, also for one that doesn't say what it is. */
function nameOf(device: string): string {
  return device || 'Unknown device'
}

function EndButton({ device, onEnd }: { device: string; onEnd: () => void }) {
  return (
    <Button size="small" aria-label={`Sign out ${device}`} onClick={onEnd}>
      Sign out
    </Button>
  )
}

function LogOut() {
  const [leaving, setLeaving] = useState(false)
  async function leave(): Promise<void> {
    if (leaving) return
    setLeaving(true)
    setLeaving(await logOut())
  }
  return (
    <Button size="small" busy={leaving} onClick={() => void leave()}>
      Sign out
    </Button>
  )
}

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })

function dayText(instant: string): string {
  return day.format(new Date(instant))
}
