import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useRef, useState } from 'react'
import { classes } from '../classes.ts'
import type { ControlProps } from './field.tsx'
import { inputGroupClasses } from './input.tsx'
import { Tag } from './tag.tsx'
import { foldTags, splitTags } from './tags.ts'

interface TagInputProps extends ControlProps {
  value: readonly string[]
  onChange: (tags: string[]) => void
  /** The name of one tag for screen readers: 'keyword'. */
  noun: string
  placeholder?: string
  maxLength?: number
  disabled?: boolean
  onBlur?: () => void
  /** A short note behind a tag, such as a count. */
  noteOf?: (tag: string) => string | undefined
}

/**
 * A list of short texts: Enter or comma adds one, a pasted list is split, Backspace in the empty input removes the
 * last.
 */
export function TagInput({
  value,
  onChange,
  noun,
  placeholder,
  maxLength,
  disabled = false,
  onBlur,
  noteOf,
  ...control
}: TagInputProps) {
  const [draft, setDraft] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const input = useRef<HTMLInputElement>(null)

  function add(text: string) {
    const added = splitTags(text)
    const next = foldTags([...value, ...added])
    setDraft('')
    if (next.length !== value.length) {
      onChange(next)
      setAnnouncement(`Added ${noun} ${next.slice(value.length).join(', ')}`)
    } else if (added.length > 0)
      setAnnouncement(`${added.join(', ')} ${added.length === 1 ? 'is' : 'are'} already in the list`)
  }

  function remove(tag: string) {
    onChange(value.filter((other) => other !== tag))
    setAnnouncement(`Removed ${noun} ${tag}`)
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    if ((event.key === 'Enter' && draft.trim() !== '') || event.key === ',') {
      event.preventDefault()
      add(draft)
    } else if (event.key === 'Backspace' && draft === '') {
      const last = value.at(-1)
      if (last === undefined) return
      event.preventDefault()
      remove(last)
    }
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text')
    if (!/[\n,;\t]/.test(text)) return
    event.preventDefault()
    add(`${draft}${text}`)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click beside the tags only moves focus to the real control
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the control itself
    <div
      onClick={(event) => event.target === event.currentTarget && input.current?.focus()}
      className={classes(inputGroupClasses, disabled && 'cursor-default bg-sunken')}
    >
      {value.map((tag) => (
        <Tag key={tag} note={noteOf?.(tag)} onRemove={disabled ? undefined : () => remove(tag)}>
          {tag}
        </Tag>
      ))}
      <input
        ref={input}
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="enter"
        maxLength={maxLength}
        disabled={disabled}
        placeholder={value.length === 0 ? placeholder : undefined}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => {
          add(draft)
          onBlur?.()
        }}
        className="h-7 min-w-16 flex-1 bg-transparent px-1.5 outline-none placeholder:text-faint"
        {...control}
      />
      <span className="sr-only" aria-live="polite">
        {announcement}
      </span>
    </div>
  )
}
