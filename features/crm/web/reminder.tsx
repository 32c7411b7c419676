import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Kbd } from '#platform/ui/kbd.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/ui/overlays/menu.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { useCommands } from '#platform/web/commands/use-commands.ts'
import type { LeadPartProps } from '#platform/web/feature.ts'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { dateText, dueChoices, dueText, inputDay, morningOf } from '#platform/web/text/due.ts'
import { call } from './api.ts'
import { noticesQuery, reminderQuery } from './queries.ts'

/** When to look at a lead again: a menu of days. */
export function Reminder({ projectId, leadId, now }: LeadPartProps) {
  const [open, setOpen] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const { dueAt, set } = useReminder(projectId, leadId, now)
  const today = new Date(now)
  const choices = dueChoices(today)
  useCommands('Reminder', [
    {
      id: 'reminder menu',
      label: 'Set reminder',
      icon: 'bell',
      keys: 'm',
      words: 'snooze later',
      run: () => setOpen(true),
    },
    ...choices.map(({ label, dueAt: day }) => ({
      id: `reminder ${label}`,
      label: `Remind me: ${label.toLowerCase()}`,
      icon: 'bell' as const,
      whenTyped: true,
      run: () => set(day),
    })),
    { id: 'reminder clear', label: 'Clear reminder', icon: 'bell', run: dueAt ? () => set(null) : null },
  ])
  return (
    <>
      <Menu
        open={open}
        onOpenChange={setOpen}
        numbered
        trigger={
          <Button size="small" className={dueAt && dueAt.getTime() <= now ? 'text-accent-ink' : ''}>
            <Icon name="bell" /> {dueAt ? `Reminder: ${dueText(dueAt, today)}` : 'Remind me'}
            <Kbd className="@max-2xl:hidden">m</Kbd>
          </Button>
        }
      >
        {choices.map(({ label, dueAt: day }, index) => (
          <MenuItem key={label} kbd={String(index + 1)} detail={dateText(day, today)} onClick={() => set(day)}>
            {label}
          </MenuItem>
        ))}
        <MenuItem kbd={String(choices.length + 1)} onClick={() => setChoosing(true)}>
          Choose a day…
        </MenuItem>
        {dueAt && (
          <>
            <MenuSeparator />
            <MenuItem onClick={() => set(null)}>Clear reminder</MenuItem>
          </>
        )}
      </Menu>
      <Dialog open={choosing} onOpenChange={setChoosing} title="Remind me">
        <DayForm
          start={inputDay(dueAt ?? choices[0]!.dueAt)}
          earliest={inputDay(today)}
          onDone={(day) => {
            setChoosing(false)
            if (day) set(day)
          }}
        />
      </Dialog>
    </>
  )
}

interface DayFormProps {
  start: string
  earliest: string
  /** Called with the chosen day; null if the user cancels. */
  onDone: (day: Date | null) => void
}

function DayForm({ start, earliest, onDone }: DayFormProps) {
  const [day, setDay] = useState(start)
  const [fault, setFault] = useState<string>()
  function submit(event: FormEvent) {
    event.preventDefault()
    const chosen = morningOf(day)
    if (!chosen || day < earliest) return setFault('Choose today or a later day')
    onDone(chosen)
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field label="Day" error={fault}>
        {(control) => (
          <Input
            {...control}
            type="date"
            min={earliest}
            value={day}
            onChange={(event) => {
              setDay(event.target.value)
              setFault(undefined)
            }}
          />
        )}
      </Field>
      <FormEnd error={undefined} busy={false} onCancel={() => onDone(null)}>
        Set reminder
      </FormEnd>
    </form>
  )
}

/** Returns when a lead is due, and sets, moves or clears its reminder with an undo. */
function useReminder(projectId: string, leadId: string, now: number) {
  const queryClient = useQueryClient()
  const { data } = useQuery(reminderQuery(leadId))
  const dueAt = data ? new Date(data.dueAt) : null

  async function send(next: Date | null): Promise<boolean> {
    const isDone = await withErrorToast(() =>
      next
        ? call('reminderPut', { id: leadId, body: { data: { dueAt: next.toISOString() } } })
        : call('reminderDelete', { id: leadId }),
    )
    await queryClient.invalidateQueries({ queryKey: reminderQuery(leadId).queryKey })
    await queryClient.invalidateQueries({ queryKey: noticesQuery(projectId).queryKey })
    return isDone
  }

  async function set(next: Date | null): Promise<void> {
    if (!(await send(next))) return
    const title = next ? `Reminder set for ${dueText(next, new Date(now))}` : 'Reminder cleared'
    notify({ title, undo: () => void send(dueAt) })
  }

  return { dueAt, set: (next: Date | null) => void set(next) }
}
