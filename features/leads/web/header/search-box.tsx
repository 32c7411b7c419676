import { useEffect, useEffectEvent, useState } from 'react'
import { classes } from '#platform/ui/classes.ts'
import { inputClasses } from '#platform/ui/fields/input.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Kbd } from '#platform/ui/kbd.tsx'
import { useSettled } from '#platform/web/api/use-settled.ts'

const boxId = 'search-leads'
/** How long typing pauses before a search starts (SPEC 9). */
const pauseMs = 300

/** Moves the focus to the search box. */
export function focusSearch(): void {
  const box = document.getElementById(boxId)
  if (box instanceof HTMLInputElement) box.select()
}

interface SearchBoxProps {
  text: string
  onSearch: (text: string) => void
}

/** A search over all leads of a tab, which starts when typing pauses. */
export function SearchBox({ text, onSearch }: SearchBoxProps) {
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
      <Icon name="search" className="pointer-events-none absolute top-2.5 left-3 text-faint" />
      <input
        id={boxId}
        type="search"
        aria-label="Search leads"
        placeholder="Search leads"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className={classes(inputClasses, 'peer h-9 w-full pr-3 pl-9 pointer-fine:pr-9')}
      />
      <Kbd className="pointer-events-none absolute top-2 right-2.5 text-faint peer-focus:hidden peer-[:not(:placeholder-shown)]:hidden pointer-coarse:hidden">
        /
      </Kbd>
    </search>
  )
}
