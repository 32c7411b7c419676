import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { fieldErrors, messageOf } from '../api/call-error.ts'
import { leaveWhenSignedOut } from '../api/query-client.ts'

/**
 * Creates a form over a contract schema. Server errors appear at their field, otherwise above the button (`formError`).
 * Input is kept, and a second submission is ignored while one is in flight.
 */
export function useServerForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
  submit: (values: Output) => Promise<void>,
) {
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues,
    // Shows a new error only after typing pauses (SPEC 9).
    delayError: 300,
  })
  const pending = useRef(false)
  // Not `isSubmitting`, which a reset within `submit` ends while further clicks are still ignored.
  const [busy, setBusy] = useState(false)

  const onSubmit = form.handleSubmit(async (values) => {
    if (pending.current) return
    pending.current = true
    setBusy(true)
    try {
      await submit(values)
    } catch (error) {
      leaveWhenSignedOut(error)
      const names = Object.keys(form.getValues()) as Path<Input>[]
      const found = fieldErrors(error, names)
      for (const [name, message] of found) form.setError(name, { message }, { shouldFocus: true })
      if (found.size === 0) form.setError('root', { message: messageOf(error) })
    } finally {
      pending.current = false
      setBusy(false)
    }
  })

  return { form, onSubmit, busy, formError: form.formState.errors.root?.message }
}

/** Makes saved values those of the form. What was edited since `sent` was read from the form stays, and is unsaved. */
export function resetTo<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  sent: Input,
  saved: Input,
): void {
  const now = form.getValues()
  const edited = (Object.keys(now) as Path<Input>[]).filter((name) => now[name] !== sent[name])
  form.reset(saved)
  for (const name of edited) form.setValue(name, now[name], { shouldDirty: true })
}

interface FieldFault {
  type?: unknown
  message?: string | undefined
}

/** Returns a fault as a sentence: the contract's messages start with the name of the key. */
export function faultOf(fault: FieldFault | undefined): string | undefined {
  const message = fault?.message
  return message && message.charAt(0).toUpperCase() + message.slice(1)
}

/** Returns the message of SPEC 5 for an invalid email address; errors from the server keep theirs. */
export function emailFault(fault: FieldFault | undefined, typed: string): string | undefined {
  if (!fault?.type) return faultOf(fault)
  return typed.trim() === '' ? 'Email is required' : 'Please enter a valid email address'
}
