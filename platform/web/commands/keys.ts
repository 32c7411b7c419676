/** What of a key event decides which key it was. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'
>

/** Not pressed for themselves: on the way to another key, or to a letter that is still being composed. */
const unfinished = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Fn', 'Dead', 'Process'])

/**
 * The key as commands write it: `j`, `J`, `?`, `Enter`, `mod+k`; null for what is no key of a command. What counts is
 * the letter that the layout gives, so the keys are where people of each layout have that letter; only on layouts
 * without Latin letters is it the letter of the same place.
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
  // Caps Lock is no Shift.
  return /^[a-z]$/i.test(letter) ? (shiftKey ? letter.toUpperCase() : letter.toLowerCase()) : letter
}

/** What stands on the keycaps of a command's keys, one after the other; what is held together shares one. */
export function keycapsOf(keys: string, mac: boolean): string[] {
  return keys.split(' ').map((stroke) => {
    if (!stroke.startsWith('mod+')) return stroke
    return `${mac ? '⌘' : 'Ctrl '}${stroke.slice('mod+'.length).toUpperCase()}`
  })
}

/** Whether the browser runs on a machine of Apple, where Cmd takes the place of Ctrl. */
export function isMac(): boolean {
  return /^(Mac|iP)/.test(navigator.platform)
}
