import { useState } from 'react'
import type { MemberRole } from '#engine/rules/rights.ts'
import { classes } from '#platform/ui/classes.ts'
import { Checkbox } from '#platform/ui/fields/checkbox.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { exactTime } from '#platform/web/text/age.ts'
import type { MessageSettings } from '../../contract-outbox.ts'
import { type SettingsPartProps, useSettings } from './use-settings.ts'

type MessageMode = MessageSettings['mode']

const modes: readonly { value: MessageMode; label: string; detail: string }[] = [
  { value: 'manual', label: 'Manual', detail: 'You copy each message and send it on Reddit yourself.' },
  { value: 'assisted', label: 'Assisted', detail: 'Earshot sends a message from your account when you click Send.' },
  {
    value: 'automatic',
    label: 'Automatic',
    detail: 'Campaigns also send automatically to people who asked for messages. An owner has to agree first.',
  },
]

/** How messages leave: by hand, by a click, or also by campaigns. Saved at once. */
export function Mode({ projectId, settings, locked, role }: SettingsPartProps & { role: MemberRole }) {
  const { change } = useSettings(projectId)
  const [agreeing, setAgreeing] = useState(false)
  const { mode, agreedAt, agreedBy } = settings
  const choose = (next: MessageMode) => {
    if (next === 'automatic') setAgreeing(true)
    else void withErrorToast(() => change({ mode: next }))
  }
  return (
    <Section title="Mode" hint="All modes follow the same limits.">
      <fieldset disabled={locked} className="flex flex-col gap-2">
        <legend className="sr-only">How messages are sent</legend>
        {modes.map(({ value, label, detail }) => {
          const isForOwners = value === 'automatic' && role !== 'owner' && mode !== 'automatic'
          return (
            <label
              key={value}
              className={classes(
                'flex gap-3 rounded-xl border px-4 py-3',
                mode === value ? 'border-inverse bg-raised' : 'border-line',
                locked || isForOwners ? 'opacity-60' : 'cursor-pointer hover:bg-sunken',
              )}
            >
              <input
                type="radio"
                name="mode"
                value={value}
                checked={mode === value}
                disabled={isForOwners}
                onChange={() => choose(value)}
                className="mt-1 size-4 shrink-0 accent-inverse"
              />
              <span className="min-w-0">
                <span className="block font-medium">{label}</span>
                <span className="block text-pretty text-muted text-sm">
                  {detail}
                  {isForOwners && ' Ask an owner of the project.'}
                </span>
              </span>
            </label>
          )
        })}
      </fieldset>
      {mode === 'automatic' && agreedAt !== null && (
        <p className="text-muted text-sm">
          {agreedBy ?? 'A former owner'} agreed to Reddit's rules on {exactTime(agreedAt)}.
        </p>
      )}
      <Dialog open={agreeing} onOpenChange={setAgreeing} title="Turn on automatic messages">
        <Agreement onAgree={() => change({ mode: 'automatic', agrees: true })} onDone={() => setAgreeing(false)} />
      </Dialog>
    </Section>
  )
}

/** A plain summary of Reddit's rules about messages (reddit.com/help, "Spam"). */
const rules = [
  'Reddit forbids unsolicited messages to many people. Write only to people who asked for it, and stop when they say so.',
  'Reddit forbids using several accounts to promote or support the same thing, and returning with another account after a ban.',
  'Most of what an account posts should not promote a product. Say openly that you work on yours.',
  'You are responsible for every message sent from your account. Reddit may limit or suspend it at any time, and no limit here can prevent that.',
]

function Agreement({ onAgree, onDone }: { onAgree: () => Promise<unknown>; onDone: () => void }) {
  const [agrees, setAgrees] = useState(false)
  const [isTried, setTried] = useState(false)
  const { busy, error, send } = useSubmission()
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!agrees) return
        void send(async () => {
          await onAgree()
          onDone()
        })
      }}
    >
      <p className="text-pretty">Campaigns will send messages without asking you each time. Reddit's rules in short:</p>
      <ul className="flex list-disc flex-col gap-2 pl-5 text-pretty text-sm">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <Checkbox
        label="I read these rules and agree to follow them"
        checked={agrees}
        invalid={isTried && !agrees}
        onChange={setAgrees}
      />
      <FormEnd
        error={error ?? (isTried && !agrees ? 'Agree to the rules first' : undefined)}
        busy={busy}
        onCancel={onDone}
      >
        Turn on
      </FormEnd>
    </form>
  )
}
