import { useEffect, useEffectEvent, useState } from 'react'
import { classes } from '../../ui/classes.ts'
import { inputClasses } from '../../ui/fields/input.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { useSettled } from '../api/use-settled.ts'

/** How long typing pauses before a search starts (SPEC 9). */
const pauseMs = 300

/** Moves the focus to a search field. */
export function focusSearch(id: string): void {
  const field = document.getElementById(id)
  if (field instanceof HTMLInputElement) field.select()
}

interface SearchFieldProps {
  id: string
  label: string
  text: string
  onSearch: (text: string) => void
}

/** A search over a list, which starts when typing pauses. */
export function SearchField({ id, label, text, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(text)
  // What was last searched here, and the text of the view: it also changes elsewhere, such as by Back.
  const [sent, setSent] = useState(text)
  const [known, setKnown] = useState(text)
  if (text !== known) {
    setKnown(text)
    setSent(text)
    if (text !== sent) setTyped(text)
  }
  const settled = useSettled(typed.trim(), pauseMs)
  const search = useEffectEvent((next: string) => {
    if (next === text || next !== typed.trim()) return
    setSent(next)
    onSearch(next)
  })
  useEffect(() => search(settled), [settled])
  return (
    <search className="relative block">
      <Icon name="search" className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-faint" />
      <input
        id={id}
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className={classes(inputClasses, 'peer h-10 w-full pr-3 pl-9 pointer-fine:pr-9')}
      />
      <Kbd className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-2.5 text-faint peer-focus:hidden peer-[:not(:placeholder-shown)]:hidden pointer-coarse:hidden">
        /
      </Kbd>
    </search>
  )
}
