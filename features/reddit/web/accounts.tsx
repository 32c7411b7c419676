import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { redditUrl } from '#engine/reddit/reddit-url.ts'
import type { MemberRole } from '#engine/rules/rights.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { useModal } from '#platform/ui/overlays/modal.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { messageOf } from '#platform/web/api/call-error.ts'
import { configQuery } from '#platform/web/api/config.ts'
import { leaveWhenSignedOut } from '#platform/web/api/query-client.ts'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { ConfirmDialog } from '#platform/web/forms/confirm-dialog.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { useRole } from '#platform/web/session/role.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import { ageText, exactTime } from '#platform/web/text/age.ts'
import { count } from '#platform/web/text/units.ts'
import type { RedditAccount } from '../contract.ts'
import { call } from './api.ts'
import { redditAccountsQuery } from './queries.ts'
import { scopesText } from './scopes.ts'

/** The Reddit accounts of the project, and a button to connect one. */
export function Accounts({ project: { id } }: { project: CurrentProject }) {
  const query = useQuery(redditAccountsQuery(id))
  const { data: config } = useQuery(configQuery)
  const role = useRole()
  const connecting = useConnecting(id)
  const hasApp = config?.sources.some((source) => source === 'reddit-api' || source === 'sandbox')
  return (
    <Section
      title="Reddit accounts"
      hint="Optional. With an account, Earshot can also read replies to its posts and anything else only that account can see."
      action={
        hasApp && role && whyNot(role, 'changeProject') === null ? (
          <Button busy={connecting.busy} onClick={connecting.connect}>
            <Icon name="add" />
            {connecting.busy ? 'Opening Reddit…' : 'Connect account'}
          </Button>
        ) : null
      }
    >
      {hasApp === false && <NoApp />}
      <FormError>{connecting.error}</FormError>
      <RowsState name="the Reddit accounts" query={query} empty={<NoAccounts role={role} hasApp={hasApp === true} />}>
        {(accounts) => (
          <ul aria-label="Reddit accounts" className="divide-y divide-line border-line border-y">
            {accounts.map((account) => (
              <Account key={account.id} account={account} projectId={id} role={role} connecting={connecting} />
            ))}
          </ul>
        )}
      </RowsState>
    </Section>
  )
}

/** Opens Reddit's page; users who agree there are redirected back here. */
function useConnecting(projectId: string) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function connect(): Promise<void> {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      const { data } = await call('redditAccountsConnect', { body: { data: { project: projectId } } })
      window.location.assign(data.page)
    } catch (failure) {
      leaveWhenSignedOut(failure)
      setError(messageOf(failure))
      setBusy(false)
    }
  }

  return { busy, error, connect: () => void connect() }
}

type Connecting = ReturnType<typeof useConnecting>

/** The steps for the operator, shown if no account can be connected. */
function NoApp() {
  return (
    <div className="flex flex-col gap-2 rounded-xl border border-line bg-sunken px-4 py-3.5 text-pretty">
      <p className="font-medium">You can't connect an account yet because this server has no Reddit app.</p>
      <p className="text-muted">
        The server administrator needs to request a Reddit app of type “web app”, wait for Reddit's approval, and use
        the server's public URL followed by <Code>/connect/reddit/callback</Code> as the redirect URI. Then, on the
        server, set <Code>REDDIT_CLIENT_ID</Code> and <Code>REDDIT_CLIENT_SECRET</Code>.
      </p>
    </div>
  )
}

function Code({ children }: { children: string }) {
  return <code className="wrap-anywhere font-mono text-sm">{children}</code>
}

function NoAccounts({ role, hasApp }: { role: MemberRole | undefined; hasApp: boolean }) {
  const reason = role ? whyNot(role, 'changeProject') : null
  return (
    <p className="text-pretty text-muted">
      No accounts connected. {hasApp && (reason ?? 'When you connect an account, you choose on Reddit what to allow.')}
    </p>
  )
}

interface AccountProps {
  account: RedditAccount
  projectId: string
  role: MemberRole | undefined
  connecting: Connecting
}

function Account({ account, projectId, role, connecting }: AccountProps) {
  const { name, state, scopes, realm, connectedBy, createdAt, suspendedAt, inboxTrouble } = account
  const mayChange = role !== undefined && whyNot(role, 'changeProject') === null
  const isRefused = state === 'signIn'
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="wrap-anywhere font-medium">
            {realm === 'real' ? (
              <a
                href={redditUrl(`/user/${encodeURIComponent(name)}`)}
                target="_blank"
                rel="noopener noreferrer"
                className="underline-offset-3 hover:underline"
              >
                u/{name}
              </a>
            ) : (
              `u/${name}`
            )}
          </h3>
          {suspendedAt === null ? (
            <Badge look={isRefused ? 'danger' : 'good'}>{isRefused ? 'Access revoked' : 'Connected'}</Badge>
          ) : (
            <Badge look="danger">Suspended</Badge>
          )}
          {realm === 'sandbox' && <Badge>Sample data</Badge>}
        </div>
        {isRefused && (
          <p className="text-pretty text-danger">
            Reddit no longer gives Earshot access to this account.
            {!mayChange && ' An owner or admin of this project can reconnect it.'}
          </p>
        )}
        {suspendedAt !== null && (
          <p className="text-pretty text-danger">
            Reddit has suspended this account (detected on {day.format(new Date(suspendedAt))}). Only the account owner
            can appeal to Reddit.
          </p>
        )}
        {state === 'connected' && inboxTrouble !== null && (
          <p className="text-pretty text-danger">Earshot can't read its inbox now. {inboxTrouble}. It tries again.</p>
        )}
        <p className="tabular text-pretty">{standingText(account)}</p>
        <p className="wrap-anywhere text-pretty text-muted text-sm">{scopesText(scopes)}</p>
        <p className="wrap-anywhere text-muted text-sm">
          Connected{connectedBy ? ` by ${connectedBy.email}` : ''},{' '}
          <time dateTime={createdAt} title={exactTime(createdAt)}>
            {day.format(new Date(createdAt))}
          </time>
        </p>
      </div>
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          {isRefused && (
            <Button size="small" busy={connecting.busy} onClick={connecting.connect}>
              Reconnect<span className="sr-only"> u/{name}</span>
            </Button>
          )}
          <Disconnect account={account} projectId={projectId} />
        </div>
      )}
    </li>
  )
}

/** Returns the karma and age as Reddit last reported them. */
function standingText({ karma, joinedAt, standingAt }: RedditAccount): string {
  const asOf = standingAt === null ? '' : ` on ${day.format(new Date(standingAt))}`
  const parts = [
    karma !== null && `${count(karma)} karma${asOf}`,
    joinedAt !== null && `on Reddit since ${month.format(new Date(joinedAt))} (${ageText(joinedAt, Date.now())})`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(' · ') : 'Karma and age unknown'
}

/** Asks for confirmation, since only the owner can reconnect the account on Reddit. */
function Disconnect({ account: { id, name }, projectId }: Pick<AccountProps, 'account' | 'projectId'>) {
  const queryClient = useQueryClient()
  const modal = useModal()

  async function disconnect(): Promise<void> {
    await call('redditAccountsDelete', { id })
    notify({ title: `Disconnected u/${name}` })
    await queryClient.invalidateQueries({ queryKey: redditAccountsQuery(projectId).queryKey })
  }

  const ask = () =>
    modal.open((shown) => (
      <ConfirmDialog
        {...shown}
        title={`Disconnect u/${name}?`}
        action="Disconnect"
        doing="Disconnecting…"
        onConfirm={disconnect}
      >
        <p>
          Earshot revokes its access on Reddit and removes the account here. The Reddit account itself and the leads
          found so far don't change. To use it again, its owner needs to reconnect it.
        </p>
      </ConfirmDialog>
    ))

  return (
    <Button size="small" aria-label={`Disconnect u/${name}`} onClick={ask}>
      Disconnect…
    </Button>
  )
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' })
