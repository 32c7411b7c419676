/** The fields of a key event that identify the key. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'
>

/** Keys without a meaning of their own: modifiers, and parts of a letter that is still being composed. */
const unfinished = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Fn', 'Dead', 'Process'])

/**
 * Returns a key as commands write it: `j`, `J`, `?`, `Enter`, `mod+k`; null if it is not a command key. Uses the letter
 * of the user's layout. Layouts without Latin letters use the letter at the same position.
 */
export function keyName(press: KeyPress, mac: boolean): string | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = press
  if (isComposing || altKey || unfinished.has(key)) return null
  const mod = mac ? metaKey : ctrlKey
  if (mac ? ctrlKey : metaKey) return null
  if (mod) return shiftKey ? null : `mod+${letterOf(press)}`
  return letterOf(press)
}

function letterOf({ key, code, shiftKey }: KeyPress): string {
  const place = /^Key([A-Z])$/.exec(code)?.[1]
  const foreign = /^\p{L}$/u.test(key) && !/^\p{Script=Latin}$/u.test(key)
  const letter = foreign && place ? place : key
  // Caps Lock doesn't count as Shift.
  return /^[a-z]$/i.test(letter) ? (shiftKey ? letter.toUpperCase() : letter.toLowerCase()) : letter
}

/** Returns the keycaps of a command's keys in order. Keys that are held together share one. */
export function keycapsOf(keys: string, mac: boolean): string[] {
  return keys.split(' ').map((stroke) => {
    if (!stroke.startsWith('mod+')) return stroke
    return `${mac ? '⌘' : 'Ctrl '}${stroke.slice('mod+'.length).toUpperCase()}`
  })
}

/** Returns whether the browser runs on an Apple device, which uses Cmd instead of Ctrl. */
export function isMac(): boolean {
  return /^(Mac|iP)/.test(navigator.platform)
}
