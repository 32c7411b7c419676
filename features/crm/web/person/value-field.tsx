import { useState } from 'react'
import { Combobox } from '#platform/ui/fields/combobox.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import type { RedditPerson } from '../../contract.ts'
import { amountText, currencies, type Money, parseAmount } from '../people/money.ts'

interface ValueFieldProps {
  person: Pick<RedditPerson, 'value' | 'currency'>
  /** The currency of a first amount. */
  usual: string
  disabled: boolean
  /** Called with a changed amount; null: there is none anymore. */
  onValue: (money: Money | null) => void
}

/** What a person is worth. Saved on Enter, and when the field is left. */
export function ValueField({ person: { value, currency: stored }, usual, disabled, onValue }: ValueFieldProps) {
  const known = value !== null && stored !== null ? { value, currency: stored } : null
  const [typed, setTyped] = useState(known ? amountText(known) : '')
  const [currency, setCurrency] = useState(stored ?? usual)
  const [fault, setFault] = useState<string>()
  // It may be changed elsewhere while the field is shown.
  const [shown, setShown] = useState({ value, stored })
  if (shown.value !== value || shown.stored !== stored) {
    setShown({ value, stored })
    setTyped(known ? amountText(known) : '')
    if (stored !== null) setCurrency(stored)
  }

  function save(inCurrency: string): void {
    if (typed.trim() === '') {
      if (known) onValue(null)
      return
    }
    const parsed = parseAmount(typed, inCurrency)
    if (parsed === null) setFault('Enter an amount such as 1200 or 1200.50')
    else if (parsed !== known?.value || inCurrency !== known.currency) onValue({ value: parsed, currency: inCurrency })
  }
  return (
    <Field label="Value" error={fault}>
      {(control) => (
        <div className="flex gap-2">
          <Input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={typed}
            disabled={disabled}
            onChange={(event) => {
              setTyped(event.target.value)
              setFault(undefined)
            }}
            onKeyDown={(event) => event.key === 'Enter' && save(currency)}
            onBlur={() => save(currency)}
            className="min-w-0 flex-1"
          />
          <div className="w-24 shrink-0">
            <Combobox
              id={`${control.id}-currency`}
              aria-describedby={undefined}
              aria-invalid={fault !== undefined}
              aria-label="Currency"
              value={currency}
              options={currencies().map((code) => ({ value: code, label: code }))}
              disabled={disabled}
              onChange={(next) => {
                setCurrency(next)
                setFault(undefined)
                save(next)
              }}
            />
          </div>
        </div>
      )}
    </Field>
  )
}
