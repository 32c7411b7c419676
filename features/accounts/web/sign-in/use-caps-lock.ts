import type { KeyboardEvent } from 'react'
import { useState } from 'react'

/** Whether Caps Lock is on, as far as keys pressed in a field have told, and what the field listens with. */
export function useCapsLock() {
  const [isOn, setOn] = useState(false)
  const look = (event: KeyboardEvent) => setOn(event.getModifierState('CapsLock'))
  return { isOn, onKeyDown: look, onKeyUp: look }
}
