import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Mentionable, typedMention } from '#engine/notes/mentions.ts'
import { classes } from '#platform/ui/classes.ts'
import { Textarea } from '#platform/ui/fields/input.tsx'
import { mentionableQuery } from './queries.ts'

interface MentionFieldProps extends Omit<ComponentProps<typeof Textarea>, 'value' | 'onChange' | 'ref'> {
  projectId: string
  value: string
  onChange: (value: string) => void
  ref?: ((element: HTMLTextAreaElement | null) => void) | undefined
}

/** The people that are offered at once. */
const offeredMost = 6

/** A field that offers the members of the team while a name is typed after `@`. */
export function MentionField({ projectId, value, onChange, onKeyDown, ref, ...rest }: MentionFieldProps) {
  const { data: people = [] } = useQuery(mentionableQuery(projectId))
  const field = useRef<HTMLTextAreaElement | null>(null)
  const id = useId()
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  const typed = caret === null ? null : typedMention(value, caret)
  const offered = typed ? matching(people, typed.name) : []
  const current = offered[Math.min(active, offered.length - 1)]

  const choose = ({ name }: Mentionable) => {
    if (!typed || caret === null) return
    const before = `${value.slice(0, typed.from)}@${name} `
    // The caret can be placed only once the new text is in the field.
    flushSync(() => {
      onChange(before + value.slice(caret))
      setCaret(null)
    })
    field.current?.setSelectionRange(before.length, before.length)
  }

  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setActive((active + 1) % offered.length),
    ArrowUp: () => setActive((active + offered.length - 1) % offered.length),
    Enter: () => current && choose(current),
    Tab: () => current && choose(current),
    Escape: () => setCaret(null),
  }
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const act = current && !event.metaKey && !event.ctrlKey ? keys[event.key] : undefined
    if (!act) return onKeyDown?.(event)
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  return (
    <div>
      <Textarea
        {...rest}
        ref={(element) => {
          field.current = element
          ref?.(element)
        }}
        value={value}
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={current ? `${id}-${current.id}` : undefined}
        onChange={(event) => {
          onChange(event.target.value)
          setCaret(event.target.selectionStart)
          setActive(0)
        }}
        onBlur={() => setCaret(null)}
        onKeyDown={handleKey}
      />
      <div
        id={id}
        role="listbox"
        aria-label="Members"
        className={classes('mt-1 rounded-lg border border-line bg-raised p-1 shadow-press', !current && 'hidden')}
      >
        {offered.map((person) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the field choose it
          <div
            key={person.id}
            id={`${id}-${person.id}`}
            role="option"
            aria-selected={person === current}
            // The field would lose the focus first.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(person)}
            className={classes('wrap-anywhere min-h-8 rounded-md px-2 py-1', person === current && 'bg-hover')}
          >
            {person.name}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Returns the people whose name contains what was typed, unless it is all of it already. */
function matching<Person extends Mentionable>(people: readonly Person[], typed: string): Person[] {
  const sought = typed.toLowerCase()
  return people
    .filter(({ name }) => name !== null && name.toLowerCase() !== sought && name.toLowerCase().includes(sought))
    .slice(0, offeredMost)
}
