import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import type { OwnedProject } from '#features/privacy/contract.ts'
import { Button } from '#platform/ui/button.tsx'
import { Checkbox } from '#platform/ui/fields/checkbox.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { PasswordInput } from '#platform/ui/fields/input.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { CallError, messageOf } from '#platform/web/api/call-error.ts'
import { leaveWhenSignedOut } from '#platform/web/api/query-client.ts'
import { queueNotice } from '#platform/web/behavior/queued-notices.ts'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { call } from '../api.ts'
import { ownedProjects } from './owned-projects.ts'
import { signInMethodsQuery } from './queries.ts'

/** Deletes the account and the projects it alone owns. */
export function Deletion() {
  const [asking, setAsking] = useState(false)
  return (
    <Section title="Delete account" hint="Permanently deletes your account and your data.">
      <Button look="danger" className="self-start" onClick={() => setAsking(true)}>
        Delete account…
      </Button>
      <Dialog open={asking} onOpenChange={setAsking} title="Delete your account?">
        <Question onDone={() => setAsking(false)} />
      </Dialog>
    </Section>
  )
}

/** The server lists the projects that would be deleted too. The user has to agree first. */
function Question({ onDone }: { onDone: () => void }) {
  const [password, setPassword] = useState('')
  const [projects, setProjects] = useState<OwnedProject[]>([])
  const [agreed, setAgreed] = useState(false)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { data: methods } = useQuery(signInMethodsQuery)
  const hasPassword = methods?.hasPassword !== false
  const names = projects.map(({ name }) => name).join(', ')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (hasPassword && password === '') return setError('Enter your password')
    if (projects.length > 0 && !agreed)
      return setError('Confirm that these projects will be deleted, or transfer them first')
    setBusy(true)
    setError(undefined)
    try {
      await call('meDelete', {
        body: { ...(password && { password }), ...(agreed && { projects: 'delete' as const }) },
      })
      queueNotice({ title: 'Your account was deleted', color: 'green' })
      window.location.assign(paths.home)
      return
    } catch (failure) {
      const owned = failure instanceof CallError ? ownedProjects(failure) : []
      if (owned.length > 0) setProjects(owned)
      else {
        leaveWhenSignedOut(failure)
        setError(messageOf(failure))
      }
    }
    setBusy(false)
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <p className="text-pretty">
        You'll be signed out everywhere, your API tokens are revoked, you leave all projects, and your data is deleted.
        Your decisions in other people's projects stay, without your name.
      </p>
      {hasPassword ? (
        <Field label="Password">
          {(control) => (
            <PasswordInput
              {...control}
              value={password}
              onChange={(event) => {
                setPassword(event.target.value)
                setError(undefined)
              }}
              autoComplete="current-password"
              autoFocus
            />
          )}
        </Field>
      ) : (
        <p className="text-muted">You don't have a password, so you must have signed in within the last 10 minutes.</p>
      )}
      {projects.length > 0 && (
        <div role="alert" className="flex flex-col gap-3 rounded-lg bg-warn-soft px-4 py-3">
          <p className="wrap-anywhere text-pretty">
            You're the only owner of <strong className="font-semibold">{names}</strong>.{' '}
            {projects.length === 1 ? 'It' : 'They'} will be deleted too, with all leads, unless you transfer{' '}
            {projects.length === 1 ? 'it' : 'them'} first.
          </p>
          <Checkbox
            label={projects.length === 1 ? 'Also delete this project' : 'Also delete these projects'}
            checked={agreed}
            onChange={(checked) => {
              setAgreed(checked)
              setError(undefined)
            }}
          />
        </div>
      )}
      <FormEnd error={error} busy={busy} look="danger" onCancel={onDone}>
        {busy ? 'Deleting…' : 'Delete account'}
      </FormEnd>
    </form>
  )
}
