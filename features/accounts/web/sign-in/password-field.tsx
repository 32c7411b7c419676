import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react'
import { Field } from '#platform/ui/fields/field.tsx'
import { PasswordInput } from '#platform/ui/fields/input.tsx'

interface PasswordFieldProps extends ComponentProps<typeof PasswordInput> {
  label: string
  hint?: string
  aside?: ReactNode
  error: string | undefined
}

/** The rule of DECISIONS 7, as people are told it. */
export const passwordRule = '8 to 256 characters. A few random words work well.'

/** A password, which can be shown, and says so where Caps Lock would spoil it unseen. */
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

/** Whether Caps Lock is on, as far as keys pressed in a field have told, and what the field listens with. */
function useCapsLock() {
  const [isOn, setOn] = useState(false)
  const look = (event: KeyboardEvent) => setOn(event.getModifierState('CapsLock'))
  return { isOn, onKeyDown: look, onKeyUp: look }
}
