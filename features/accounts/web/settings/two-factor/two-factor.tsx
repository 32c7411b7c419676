import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionUser } from '#platform/contract/session.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { Locked, Section } from '#platform/web/forms/section.tsx'
import { separatePart } from '#platform/web/page/separate-part.tsx'
import type { OwnerProof, TwoFactorSetup, TwoFactor as TwoFactorState } from '../../../contract-factors.ts'
import { call } from '../../api.ts'
import { OwnerProofForm } from '../owner-proof.tsx'
import { sessionsQuery, twoFactorQuery } from '../queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Few people need it, and it brings the QR codes. */
const SetUp = separatePart(async () => (await import('./set-up.tsx')).SetUp, {
  title: "Couldn't load the setup",
  waiting: <Skeleton className="h-64 w-full" />,
})

type Step =
  | { state: 'idle' }
  | { state: 'asking'; what: 'setUp' | 'turnOff' | 'newCodes' }
  | { state: 'settingUp'; setup: TwoFactorSetup }

/** Two-factor sign-in: set up, turned off, and its recovery codes. */
export function TwoFactor({ user }: { user: SessionUser }) {
  const queryClient = useQueryClient()
  const query = useQuery(twoFactorQuery)
  const [step, setStep] = useState<Step>({ state: 'idle' })
  const [codes, setCodes] = useState<string[] | null>(null)
  const { data: present } = query
  const idle = () => setStep({ state: 'idle' })
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: twoFactorQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
    ])

  async function show(recoveryCodes: string[]): Promise<void> {
    setCodes(recoveryCodes)
    idle()
    await refresh()
  }
  async function setUp(proof: OwnerProof): Promise<void> {
    const { data } = await call('twoFactorCreate', { body: proof })
    setStep({ state: 'settingUp', setup: data })
  }
  async function turnOff(proof: OwnerProof): Promise<void> {
    await call('twoFactorDelete', { body: proof })
    notify({ title: 'Two-factor sign-in is off', description: 'Your recovery codes no longer work.' })
    idle()
    await refresh()
  }
  async function newCodes(proof: OwnerProof): Promise<void> {
    const { data } = await call('recoveryCodesPut', { body: proof })
    await show(data.recoveryCodes)
  }

  const form = { user, onCancel: idle }
  const asked = step.state === 'asking' ? step.what : null
  return (
    <Section
      title="Two-factor sign-in"
      hint="Asks for a code from an authenticator app when you sign in, so that a stolen password isn't enough."
      action={
        present?.enabledAt === null &&
        step.state === 'idle' && (
          <Button disabled={!user.confirmed} onClick={() => setStep({ state: 'asking', what: 'setUp' })}>
            Set up
          </Button>
        )
      }
    >
      {present?.enabledAt === null && !user.confirmed && <Locked>Confirm your email first.</Locked>}
      {present?.enabledAt && (
        <On present={present} idle={step.state === 'idle'} onAsk={(what) => setStep({ state: 'asking', what })} />
      )}
      {!present &&
        (hasFailed(query) ? (
          <FetchFailure query={query} title="Couldn't load two-factor sign-in" />
        ) : (
          <div role="status" aria-label="Loading">
            <Skeleton className="h-5 w-40" />
          </div>
        ))}
      {asked === 'setUp' && (
        <OwnerProofForm
          {...form}
          label="Set up two-factor sign-in"
          action="Continue"
          doing="Checking…"
          onProof={setUp}
        />
      )}
      {asked === 'turnOff' && (
        <OwnerProofForm
          {...form}
          label="Turn off two-factor sign-in"
          action="Turn off"
          doing="Turning off…"
          look="danger"
          onProof={turnOff}
        />
      )}
      {asked === 'newCodes' && (
        <OwnerProofForm
          {...form}
          label="New recovery codes"
          action="Create new codes"
          doing="Creating…"
          onProof={newCodes}
        />
      )}
      {step.state === 'settingUp' && <SetUp setup={step.setup} onDone={show} onCancel={idle} />}
      {codes && <RecoveryCodes email={user.email} codes={codes} onDone={() => setCodes(null)} />}
    </Section>
  )
}

interface OnProps {
  present: TwoFactorState
  idle: boolean
  onAsk: (what: 'turnOff' | 'newCodes') => void
}

function On({ present: { enabledAt, recoveryCodesLeft: left }, idle, onAsk }: OnProps) {
  const few = left <= 3
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">
          Authenticator app <Badge look="good">On</Badge>
        </p>
        <p className="text-muted text-sm">
          {enabledAt && <>Since {day.format(new Date(enabledAt))} · </>}
          <span className={few ? 'font-medium text-warn' : undefined}>
            {left === 1 ? '1 recovery code' : `${left} recovery codes`} left
          </span>
        </p>
      </div>
      {idle && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => onAsk('newCodes')}>
            New recovery codes…
          </Button>
          <Button size="small" look="danger" onClick={() => onAsk('turnOff')}>
            Turn off…
          </Button>
        </div>
      )}
    </div>
  )
}

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })
