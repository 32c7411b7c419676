import { type FormEvent, useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { type Day, type DayRange, dayText, rangeFault } from '#platform/ui/charts/days.ts'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { FormEnd } from '#platform/web/forms/form-end.tsx'

interface RangeDialogProps {
  range: DayRange
  first: Day
  last: Day
  /** Null: closed without a choice. */
  onRange: (range: DayRange | null) => void
  /** Returns to the usual days; null if they are shown. */
  onReset: (() => void) | null
}

/** Chooses a first and a last day. */
export function RangeDialog({ range, first, last, onRange, onReset }: RangeDialogProps) {
  const [from, setFrom] = useState(range.from)
  const [to, setTo] = useState(range.to)
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const fault = from < first ? `Charts go back to ${dayText(first)}` : rangeFault({ from, to }, last)
    if (fault) setError(fault)
    else onRange({ from, to })
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onRange(null)} title="Choose days">
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <div className="grid grid-cols-2 gap-4">
          <Field label="First day">
            {(control) => (
              <Input
                {...control}
                type="date"
                min={first}
                max={last}
                value={from}
                onChange={(event) => setFrom(event.target.value)}
              />
            )}
          </Field>
          <Field label="Last day">
            {(control) => (
              <Input
                {...control}
                type="date"
                min={first}
                max={last}
                value={to}
                onChange={(event) => setTo(event.target.value)}
              />
            )}
          </Field>
        </div>
        {onReset && (
          <Button look="ghost" size="small" className="self-start" onClick={onReset}>
            Show the last 30 days
          </Button>
        )}
        <FormEnd error={error} busy={false} onCancel={() => onRange(null)}>
          Apply
        </FormEnd>
      </form>
    </Dialog>
  )
}
