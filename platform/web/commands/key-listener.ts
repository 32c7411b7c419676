import type { Command } from './command.ts'
import { isMac, keyName } from './keys.ts'
import { registry } from './registry.ts'
import type { Pending } from './sequence.ts'
import { advanceSequence } from './sequence.ts'
import { singleKeysOn } from './single-keys.ts'

/** Where letters are typed, or choose by their first letter. */
const typing = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="combobox"]'

/**
 * What lies over the page and has the keys to itself, as long as it is not on its way out. A lead that is open over its
 * list shares the keys of the list.
 */
const covers =
  ':is([role="dialog"]:not([data-sheet]), [role="alertdialog"], [role="menu"], [role="listbox"]):not([data-closed])'

/** Does what the pressed keys stand for, anywhere on the page. Returns what ends it. */
export function listenToKeys(): () => void {
  const mac = isMac()
  let pending: Pending | null = null

  const listener = (event: KeyboardEvent) => {
    const stroke = keyName(event, mac)
    if (stroke === null || event.defaultPrevented || isTaken(event, stroke)) return
    const bindings = bound(stroke)
    if (event.repeat) {
      const held = bindings.find(({ keys, repeats }) => keys === stroke && repeats)
      if (held) perform(event, held)
      return
    }
    const pressed = advanceSequence(pending, stroke, bindings, event.timeStamp)
    pending = pressed.pending
    if (pressed.hit) perform(event, pressed.hit)
    else if (pressed.taken) event.preventDefault()
  }

  window.addEventListener('keydown', listener)
  return () => window.removeEventListener('keydown', listener)
}

type Bound = Command & { keys: string; run: () => void }

/** The commands whose keys count now. */
function bound(stroke: string): Bound[] {
  if (!isChord(stroke) && !singleKeysOn()) return []
  return registry
    .groups()
    .flatMap(({ commands }) => commands)
    .filter((command): command is Bound => command.keys !== undefined && command.run !== null)
}

function perform(event: KeyboardEvent, command: Bound): void {
  event.preventDefault()
  command.run()
  if (command.focus === 'page') pageElement()?.focus()
}

/** The page itself, which takes the focus when one is led to it by key. */
export function pageElement(): HTMLElement | null {
  return document.getElementById('main')
}

function isTaken(event: KeyboardEvent, stroke: string): boolean {
  const target = event.composedPath()[0]
  const inside = (selector: string) => target instanceof Element && target.closest(selector) !== null
  if (inside(covers) || document.querySelector(`${covers}[data-open]`) !== null) return true
  return !isChord(stroke) && inside(typing)
}

/** Held together with Ctrl or Cmd: nothing that one could be typing. */
function isChord(stroke: string): boolean {
  return stroke.startsWith('mod+')
}
