import { useEffect, useEffectEvent } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { focusSoon } from '#platform/ui/fields/autofocus.ts'

/** Focuses the first empty field, unless the user has already focused another element (SPEC 9). */
export function useFirstFocus<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  ...names: [Path<Input>, ...Path<Input>[]]
): void {
  const focus = useEffectEvent(() => {
    form.setFocus(names.find((name) => form.getValues(name) === '') ?? names[0])
  })
  useEffect(() => focusSoon(() => focus()), [])
}
