import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react'
import { Field } from '#platform/ui/fields/field.tsx'
import { PasswordInput } from '#platform/ui/fields/input.tsx'

interface PasswordFieldProps extends ComponentProps<typeof PasswordInput> {
  label: string
  hint?: string
  aside?: ReactNode
  error: string | undefined
}

/** The password rule of DECISIONS 7, for users. */
export const passwordRule = '8 to 256 characters. A few random words work well.'

/** A password field that can show its text and warns if Caps Lock is on. */
export function PasswordField({ label, hint, aside, error, ...input }: PasswordFieldProps) {
  const { isOn, ...watching } = useCapsLock()
  const caps = isOn && <span className="block font-medium text-warn">Caps Lock is on</span>
  return (
    <Field
      label={label}
      aside={aside}
      error={error}
      hint={
        (hint || caps) && (
          <>
            {hint}
            {caps}
          </>
        )
      }
    >
      {(control) => <PasswordInput {...control} {...input} {...watching} />}
    </Field>
  )
}

/** Returns whether Caps Lock is on, as of the last key pressed in the field, and the field's listeners. */
function useCapsLock() {
  const [isOn, setOn] = useState(false)
  const look = (event: KeyboardEvent) => setOn(event.getModifierState('CapsLock'))
  return { isOn, onKeyDown: look, onKeyUp: look }
}
