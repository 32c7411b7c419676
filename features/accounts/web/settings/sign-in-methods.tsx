import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { SessionUser } from '#platform/contract/session.ts'
import type { ProviderName } from '#platform/contract/sign-in.ts'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { PasswordInput } from '#platform/ui/fields/input.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { configQuery } from '#platform/web/api/config.ts'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { faultOf, useServerForm } from '#platform/web/forms/form.ts'
import { Section } from '#platform/web/forms/section.tsx'
import { LinkStart, type SignInMethods as Methods } from '../../contract.ts'
import { call } from '../api.ts'
import { useProviderName } from '../provider-name.ts'
import { sessionsQuery, signInMethodsQuery } from './queries.ts'

/** The linked accounts and those that can be linked. Hidden if there are none of either. */
export function SignInMethods({ user }: { user: SessionUser }) {
  const query = useQuery(signInMethodsQuery)
  const { data: config } = useQuery(configQuery)
  const { data: methods } = query
  if (!config || (config.providers.length === 0 && methods?.identities.length === 0)) return null
  return (
    <Section title="Linked accounts" hint="Other accounts you can use to sign in.">
      {methods ? (
        <MethodList methods={methods} usable={config.providers} user={user} />
      ) : hasFailed(query) ? (
        <FetchFailure query={query} title="Couldn't load your linked accounts" />
      ) : (
        <div role="status" aria-label="Loading">
          <Skeleton className="h-5 w-40" />
        </div>
      )}
    </Section>
  )
}

interface MethodListProps {
  methods: Methods
  /** The configured providers. */
  usable: readonly ProviderName[]
  user: SessionUser
}

function MethodList({ methods, usable, user }: MethodListProps) {
  const { identities, hasPassword } = methods
  return (
    <ul aria-label="Linked accounts" className="divide-y divide-line border-line border-t">
      {identities.map((identity) => (
        <Linked key={identity.id} identity={identity} methods={methods} />
      ))}
      {usable
        .filter((provider) => !identities.some((each) => each.usable && each.provider === provider))
        .map((provider) => (
          <Unlinked key={provider} provider={provider} user={user} hasPassword={hasPassword} />
        ))}
    </ul>
  )
}

interface LinkedProps {
  identity: Methods['identities'][number]
  methods: Methods
}

function Linked({ identity: { id, provider, username, usable, createdAt }, methods }: LinkedProps) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const name = useProviderName()(provider)
  const hasOtherMethod = methods.hasPassword || methods.identities.some((each) => each.id !== id && each.usable)

  async function unlink(): Promise<void> {
    if (busy) return
    setBusy(true)
    if (await withErrorToast(() => call('identitiesDelete', { id }))) {
      notify({ title: `${name} unlinked`, description: 'Your other sessions were signed out.' })
    }
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: signInMethodsQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
    ])
    setBusy(false)
  }

  return (
    <Method
      name={name}
      detail={
        <>
          {username} · linked <time dateTime={createdAt}>{day.format(new Date(createdAt))}</time>
          {!usable && ' · currently unavailable'}
        </>
      }
      reason={hasOtherMethod ? null : 'This is your only sign-in method. Set a password or link another account first.'}
    >
      {(reasonId) => (
        <Button
          size="small"
          aria-label={`Unlink ${name}`}
          aria-describedby={reasonId}
          busy={busy}
          disabled={!hasOtherMethod}
          onClick={() => void unlink()}
        >
          {busy ? 'Unlinking…' : 'Unlink'}
        </Button>
      )}
    </Method>
  )
}

interface UnlinkedProps {
  provider: ProviderName
  user: SessionUser
  hasPassword: boolean
}

function Unlinked({ provider, user, hasPassword }: UnlinkedProps) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const name = useProviderName()(provider)

  async function start(): Promise<void> {
    if (hasPassword) return setAsking(true)
    if (busy) return
    setBusy(true)
    if (!(await withErrorToast(() => leaveTo({ provider })))) setBusy(false)
  }

  return (
    <Method
      name={name}
      detail="Not linked"
      reason={user.confirmed ? null : 'Confirm your email first.'}
      below={asking && <LinkForm provider={provider} email={user.email} onDone={() => setAsking(false)} />}
    >
      {(reasonId) =>
        !asking && (
          <Button
            size="small"
            aria-label={`Link ${name}`}
            aria-describedby={reasonId}
            busy={busy}
            disabled={!user.confirmed}
            onClick={() => void start()}
          >
            Link
          </Button>
        )
      }
    </Method>
  )
}

/** Asks for the password before leaving for the provider: an unattended browser must not be enough. */
function LinkForm({ provider, email, onDone }: { provider: ProviderName; email: string; onDone: () => void }) {
  const { form, onSubmit, busy, formError } = useServerForm(LinkStart, { provider, currentPassword: '' }, leaveTo)
  const fault = form.formState.errors.currentPassword
  const name = useProviderName()(provider)
  return (
    <form onSubmit={onSubmit} noValidate aria-label={`Link ${name}`} className="flex basis-full flex-col gap-4 pt-2">
      {/* For password managers, which save a password with a username. */}
      <input type="text" name="username" value={email} autoComplete="username" readOnly hidden />
      <Field label="Current password" error={fault?.type ? 'Enter your current password' : faultOf(fault)}>
        {(control) => (
          <PasswordInput {...control} {...form.register('currentPassword')} autoComplete="current-password" autoFocus />
        )}
      </Field>
      <FormError>{formError}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={busy}>
          Continue to {name}
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  )
}

/** Opens the provider's page. Never resolves, since this page is left. */
async function leaveTo(start: LinkStart): Promise<void> {
  const { data } = await call('linkStart', { body: start })
  window.location.assign(data.page)
  await new Promise(() => {})
}

interface MethodProps {
  name: string
  detail: ReactNode
  /** The reason why the button is disabled; null if it is enabled. */
  reason: string | null
  below?: ReactNode
  children: (reasonId: string | undefined) => ReactNode
}

function Method({ name, detail, reason, below, children }: MethodProps) {
  const id = useId()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">{name}</p>
        <p className="wrap-anywhere text-muted text-sm">{detail}</p>
        {reason !== null && (
          <p id={id} className="text-muted text-sm">
            {reason}
          </p>
        )}
      </div>
      {children(reason === null ? undefined : id)}
      {below}
    </li>
  )
}

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })
