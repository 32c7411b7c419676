import { useEffect, useEffectEvent } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/** Milliseconds (SPEC 9). */
const delay = 100

/** Puts the focus into the first of these fields that is empty, unless somebody has begun elsewhere meanwhile. */
export function useFirstFocus<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  ...names: [Path<Input>, ...Path<Input>[]]
): void {
  const focus = useEffectEvent(() => {
    const active = document.activeElement
    if (active !== null && active !== document.body) return
    form.setFocus(names.find((name) => form.getValues(name) === '') ?? names[0])
  })
  useEffect(() => {
    const timer = setTimeout(() => focus(), delay)
    return () => clearTimeout(timer)
  }, [])
}
