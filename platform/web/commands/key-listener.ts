import type { Command } from './command.ts'
import { isMac, keyName } from './keys.ts'
import { registry } from './registry.ts'
import type { Pending } from './sequence.ts'
import { advanceSequence } from './sequence.ts'
import { singleKeysOn } from './single-keys.ts'

/** Elements in which letters are typed or select by first letter. */
const typing =
  'input:not([type="checkbox"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="combobox"]'

/**
 * Open layers that get all keys, except while they are closing. A lead opened over its list shares the keys of the
 * list.
 */
const covers =
  ':is([role="dialog"]:not([data-sheet]), [role="alertdialog"], [role="menu"], [role="listbox"]):not([data-closed])'

/** Runs commands by their keys, anywhere on the page. Returns a function that stops it. */
export function listenToKeys(): () => void {
  const mac = isMac()
  let pending: Pending | null = null

  const listener = (event: KeyboardEvent) => {
    // A key held together with others isn't part of a sequence of keys.
    if (event.altKey || event.ctrlKey || event.metaKey) pending = null
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
    else if (pressed.isConsumed) event.preventDefault()
  }

  window.addEventListener('keydown', listener)
  return () => window.removeEventListener('keydown', listener)
}

type Bound = Command & { keys: string; run: () => void }

/** Returns the commands whose keys are active. */
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

/** Returns the element of the page, which gets the focus after navigation by key. */
export function pageElement(): HTMLElement | null {
  return document.getElementById('main')
}

function isTaken(event: KeyboardEvent, stroke: string): boolean {
  const target = event.composedPath()[0]
  const inside = (selector: string) => target instanceof Element && target.closest(selector) !== null
  if (inside(covers) || document.querySelector(`${covers}[data-open]`) !== null) return true
  return !isChord(stroke) && inside(typing)
}

/** Returns whether a key is held together with Ctrl or Cmd, and so can't be typing. */
function isChord(stroke: string): boolean {
  return stroke.startsWith('mod+')
}
