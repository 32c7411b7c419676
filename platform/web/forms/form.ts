import { zodResolver } from '@hookform/resolvers/zod'
import { useRef } from 'react'
import type { DefaultValues, FieldValues, Path } from 'react-hook-form'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { fieldErrors, messageOf } from '../api/call-error.ts'
import { leaveWhenSignedOut } from '../api/query-client.ts'

/**
 * A form over a schema of the contract. What the server refuses stands at its field, else above the button
 * (`formError`); what was typed stays; while a submission is under way a second one is ignored.
 */
export function useServerForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
  submit: (values: Output) => Promise<void>,
) {
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues,
    // A fault that typing brings is not told before the typing pauses (SPEC 9).
    delayError: 300,
  })
  const pending = useRef(false)

  const onSubmit = form.handleSubmit(async (values) => {
    if (pending.current) return
    pending.current = true
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
    }
  })

  return { form, onSubmit, busy: form.formState.isSubmitting, formError: form.formState.errors.root?.message }
}

interface FieldFault {
  type?: unknown
  message?: string | undefined
}

/** A fault as a sentence: the contract's messages begin with the name of the key. */
export function faultOf(fault: FieldFault | undefined): string | undefined {
  const message = fault?.message
  return message && message.charAt(0).toUpperCase() + message.slice(1)
}

/** The words of SPEC 5 for an e-mail address that will not do; a fault that only the server sees keeps its own. */
export function emailFault(fault: FieldFault | undefined, typed: string): string | undefined {
  if (!fault?.type) return faultOf(fault)
  return typed.trim() === '' ? 'Email is required' : 'Please enter a valid email address'
}
