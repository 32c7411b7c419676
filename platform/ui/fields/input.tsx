import type { ComponentProps } from 'react'
import { useEffect, useRef, useState } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { focusSoon } from './autofocus.ts'

/** The classes of text inputs. */
export const inputClasses = classes(
  'rounded-lg border border-edge bg-raised text-base text-ink shadow-press placeholder:text-faint',
  'transition-[border-color,box-shadow] duration-150 ease-calm hover:border-muted',
  'focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-focus focus-visible:outline-offset-0',
  'disabled:opacity-60 disabled:hover:border-edge aria-invalid:border-danger',
)

/** The same look for a box that contains more than its input. */
export const inputGroupClasses = classes(
  'flex min-h-10 cursor-text flex-wrap items-center gap-1.5 rounded-lg border border-edge bg-raised p-1.5 shadow-press',
  'transition-[border-color] duration-150 hover:border-muted has-[input:focus-visible]:border-focus',
  'has-[input:focus-visible]:outline-1 has-[input:focus-visible]:outline-focus has-[[aria-invalid]]:border-danger',
)

/** A text input. With `autoFocus` it gets the focus after 100 ms (SPEC 9). */
export function Input({ autoFocus, className, ...rest }: ComponentProps<'input'>) {
  const Control = autoFocus ? FocusedInput : 'input'
  return <Control className={classes(inputClasses, 'h-10 w-full px-3', className)} {...rest} />
}

function FocusedInput({ ref, ...rest }: ComponentProps<'input'>) {
  const own = useRef<HTMLInputElement | null>(null)
  useEffect(() => focusSoon(() => own.current?.focus()), [])
  return (
    <input
      ref={(element) => {
        own.current = element
        if (typeof ref === 'function') return ref(element)
        if (ref) ref.current = element
      }}
      {...rest}
    />
  )
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      className={classes(inputClasses, 'field-sizing-content min-h-24 w-full px-3 py-2', className)}
      {...rest}
    />
  )
}

/** A password input with a button that shows the password. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <Input {...rest} type={shown ? 'text' : 'password'} className={classes('pr-11', className)} />
      <button
        type="button"
        aria-label="Show password"
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-1 right-1 grid w-9 place-items-center rounded-md text-muted hover:text-ink"
      >
        <Icon name={shown ? 'hidden' : 'shown'} />
      </button>
    </div>
  )
}
